import { readStoreConfig } from '../config/config.ts';
import { environmentWith } from '../config/environment.ts';

/**
 * Where the site keeps its applications, and the folder that relative paths are meant from. Of the settings only those of the store
 * are read: a fault in another must not keep applications from getting out.
 */
export function readEnvironment(environment = environmentWith({}, {})) {
  const { INIT_CWD, npm_lifecycle_event: script } = environment;
  // npm runs a script in the project's folder and keeps here where it was called.
  const callersDir = script === 'applications' ? INIT_CWD : undefined;
  const { sessionSecret, ...place } = readStoreConfig(environment);
  return { place, sessionSecret, workingDir: callersDir ?? process.cwd() };
}
