import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Environment } from './environment.ts';

const NAME = 'ROOT_FILES';
export const MAX_ROOT_FILE_BYTES = 64 * 1024;
const MAX_ROOT_FILES = 100;
/** A name with an extension, which no page of a menu can have. */
const PLAIN_NAME = /^\w[\w-]*(?:\.[\w-]+)+$/u;

/** Files that are served at the root of the site, by name. */
export type RootFiles = ReadonlyMap<string, Buffer>;

/** Reads the verification files of search engines and WeChat. `problems` has one line for each error. */
export function readRootFiles(given: Environment): { rootFiles: RootFiles; problems: string[] } {
  const folder = given[NAME];
  const rootFiles = new Map<string, Buffer>();
  if (folder === undefined) return { rootFiles, problems: [] };
  try {
    const names = readdirSync(folder);
    if (names.length > MAX_ROOT_FILES)
      return { rootFiles, problems: [`${NAME} has more than ${MAX_ROOT_FILES} files: ${folder}`] };
    const problems = names.flatMap((name) => {
      const file = path.join(folder, name);
      const stats = statSync(file);
      if (!PLAIN_NAME.test(name) || !stats.isFile())
        return `${NAME}: ${name} is not a file with a plain name, such as google1a2b.html`;
      if (stats.size > MAX_ROOT_FILE_BYTES)
        return `${NAME}: ${name} has more than ${MAX_ROOT_FILE_BYTES / 1024} KB`;
      rootFiles.set(name, readFileSync(file));
      return [];
    });
    return { rootFiles, problems };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { rootFiles, problems: [`${NAME} cannot be read: ${folder} (${code})`] };
  }
}
