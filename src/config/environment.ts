import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

export type Environment = Record<string, string | undefined>;

/** Returns the environment of this process, which overrides `defaults` and is overridden by `changes`. */
export const environmentWith = (defaults: Environment, changes: Environment): Environment => ({
  ...defaults,
  ...process.env,
  ...changes,
});

/** The build replaces this expression, for React. */
export const NODE_ENV_EXPRESSION = 'process.env.NODE_ENV';

/** The build folder, which contains this file's bundle. */
export const distDir = import.meta.dirname;

/** `id` is a hash of the output, `commit` the git commit if known, and `timestamp` the build time in ISO 8601. */
export type Build = { id: string; version: string; commit?: string; timestamp: string };

/** Reads the metadata of the running build and the newest one in its folder. */
export function createBuildInfo(distDir: string) {
  const file = path.join(distDir, 'build.json');
  return {
    running: JSON.parse(readFileSync(file, 'utf8')) as Build,
    newest: async (): Promise<Build> => JSON.parse(await readFile(file, 'utf8')) as Build,
  };
}
