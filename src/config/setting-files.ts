import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

import { type Redirect, readRedirects } from '../content/redirects/redirects.ts';
import type { Environment } from './environment.ts';

export const MAX_REDIRECTS_BYTES = 4 * 1024 * 1024;
const MAX_PROBLEMS = 20;

/** Reads the list of legacy URLs. `problems` contains one line for each error. */
export function readRedirectsFile(given: Environment): {
  redirects: readonly Redirect[];
  problems: string[];
} {
  const file = given.REDIRECTS_FILE;
  if (file === undefined) return { redirects: [], problems: [] };
  const text = textOf(file);
  if (typeof text !== 'string') return { redirects: [], problems: [`REDIRECTS_FILE ${text.problem}`] };
  const { redirects, problems: all } = readRedirects(text, originOf(given.SITE_URL));
  const problems = all
    .slice(0, MAX_PROBLEMS)
    .map(({ line, problem }) => `REDIRECTS_FILE line ${line}: ${problem}`);
  const more = all.length - problems.length;
  return {
    redirects,
    problems: more > 0 ? [...problems, `REDIRECTS_FILE has ${more} more invalid lines`] : problems,
  };
}

function textOf(file: string): string | { problem: string } {
  try {
    if (statSync(file).size > MAX_REDIRECTS_BYTES) {
      return { problem: `has more than ${MAX_REDIRECTS_BYTES / 1024 / 1024} MB: ${file}` };
    }
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return { problem: `is not UTF-8: ${file}` };
    return { problem: `cannot be read: ${file} (${code})` };
  }
}

const originOf = (siteUrl: string | undefined): string =>
  siteUrl !== undefined && URL.canParse(siteUrl) ? new URL(siteUrl).origin : '';

export const MAX_ROOT_FILE_BYTES = 64 * 1024;
const MAX_ROOT_FILES = 100;
/** Matches a name with an extension, which no page of a menu can have. */
const PLAIN_NAME = /^\w[\w-]*(?:\.[\w-]+)+$/u;

/** Files served at the root of the site, by name. */
type RootFiles = ReadonlyMap<string, Buffer>;

/** Reads the verification files of search engines and WeChat. `problems` contains one line for each error. */
export function readRootFiles(given: Environment): { rootFiles: RootFiles; problems: string[] } {
  const folder = given.ROOT_FILES;
  const rootFiles = new Map<string, Buffer>();
  if (folder === undefined) return { rootFiles, problems: [] };
  try {
    const names = readdirSync(folder);
    if (names.length > MAX_ROOT_FILES)
      return { rootFiles, problems: [`ROOT_FILES has more than ${MAX_ROOT_FILES} files: ${folder}`] };
    const problems = names.flatMap((name) => {
      const file = path.join(folder, name);
      const stats = statSync(file);
      if (!PLAIN_NAME.test(name) || !stats.isFile())
        return `ROOT_FILES: ${name} is not a file with a plain name, such as google1a2b.html`;
      if (stats.size > MAX_ROOT_FILE_BYTES)
        return `ROOT_FILES: ${name} has more than ${MAX_ROOT_FILE_BYTES / 1024} KB`;
      rootFiles.set(name, readFileSync(file));
      return [];
    });
    return { rootFiles, problems };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { rootFiles, problems: [`ROOT_FILES cannot be read: ${folder} (${code})`] };
  }
}
