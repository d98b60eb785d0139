import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import project from '../../package.json' with { type: 'json' };

/** `id`: a hash of what was built, the same for the same input. `timestamp`: when, ISO 8601. */
export type Build = { id: string; timestamp: string };

export const VERSION: string = project.version;

/** What the build wrote about itself: of the one that runs, and of the newest in its folder. */
export function createBuildInfo(distDir: string) {
  const file = path.join(distDir, 'build.json');
  return {
    running: JSON.parse(readFileSync(file, 'utf8')) as Build,
    newest: async (): Promise<Build> => JSON.parse(await readFile(file, 'utf8')) as Build,
  };
}
