import { readConfig } from '../config.ts';
import { environmentWith } from '../environment.ts';

/** Signs nothing here: a store that machines share needs some secret set. */
const UNUSED_SECRET = 'the commands sign nothing';

/**
 * The site's data folder, the store of its files, and the folder that relative paths are meant from. Of the settings only those
 * of the data are read: a fault in another must not keep applications from getting out.
 */
export function readEnvironment(environment = environmentWith({}, {})) {
  const { INIT_CWD, npm_lifecycle_event: script } = environment;
  // npm runs a script in the project's folder and keeps here where it was called.
  const callersDir = script === 'applications' ? INIT_CWD : undefined;
  const names = ['DATA_DIR', ...Object.keys(environment).filter((name) => name.startsWith('S3_'))];
  const ofData = Object.fromEntries(names.map((name) => [name, environment[name]]));
  const { dataDir, s3 } = readConfig({ ...ofData, SESSION_SECRET: UNUSED_SECRET });
  return { dataDir, s3, workingDir: callersDir ?? process.cwd() };
}
