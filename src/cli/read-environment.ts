import path from 'node:path';
import { readStoreConfig } from '../config/config.ts';
import { environmentWith } from '../config/environment.ts';

/** Folder in which the npm script was called: npm runs scripts in the project's folder. */
export function callerDir(
  script: string,
  { INIT_CWD, npm_lifecycle_event } = environmentWith({}, {}),
): string {
  return path.resolve((npm_lifecycle_event === script && INIT_CWD) || '.');
}

/** Reads the settings of the store only: an invalid other setting must not block access to applications. */
export function readEnvironment(environment = environmentWith({}, {})) {
  const { sessionSecret, ...place } = readStoreConfig(environment);
  return { place, sessionSecret, workingDir: callerDir('applications', environment) };
}
