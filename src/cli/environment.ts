import { readConfig } from '../config.ts';
import { environmentWith } from '../environment.ts';

/**
 * The site's data folder, and the folder that relative paths are meant from. Of the settings only `DATA_DIR` is read:
 * a fault in another must not keep applications from getting out.
 */
export function readEnvironment(environment = environmentWith({}, {})) {
  const { DATA_DIR, INIT_CWD, npm_lifecycle_event: script } = environment;
  // npm runs a script in the project's folder and keeps here where it was called.
  const callersDir = script === 'applications' ? INIT_CWD : undefined;
  return { dataDir: readConfig({ DATA_DIR }).dataDir, workingDir: callersDir ?? process.cwd() };
}
