import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** The folder of the build, which contains the bundle of this file. */
export const distDir = import.meta.dirname;

/**
 * `id` is a hash of the output, the same for the same input. `commit` is the git commit, if the build found one. `timestamp` is the
 * time of the build in ISO 8601.
 */
export type Build = { id: string; version: string; commit?: string; timestamp: string };

/** Reads the metadata of the running build, and of the newest one in its folder. */
export function createBuildInfo(distDir: string) {
  const file = path.join(distDir, 'build.json');
  return {
    running: JSON.parse(readFileSync(file, 'utf8')) as Build,
    newest: async (): Promise<Build> => JSON.parse(await readFile(file, 'utf8')) as Build,
  };
}
