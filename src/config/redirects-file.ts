import { readFileSync, statSync } from 'node:fs';
import type { Redirect } from '../content/redirects/redirect-line.ts';
import { readRedirects } from '../content/redirects/redirects.ts';
import type { Environment } from './environment.ts';

const NAME = 'REDIRECTS_FILE';
export const MAX_REDIRECTS_BYTES = 4 * 1024 * 1024;
const MAX_PROBLEMS = 20;

/** Reads the list of legacy URLs. `problems` has one line for each error. */
export function readRedirectsFile(given: Environment): {
  redirects: readonly Redirect[];
  problems: string[];
} {
  const file = given[NAME];
  if (file === undefined) return { redirects: [], problems: [] };
  const text = textOf(file);
  if (typeof text !== 'string') return { redirects: [], problems: [`${NAME} ${text.problem}`] };
  const { redirects, problems: all } = readRedirects(text, originOf(given.SITE_URL));
  const problems = all.slice(0, MAX_PROBLEMS).map(({ line, problem }) => `${NAME} line ${line}: ${problem}`);
  const more = all.length - problems.length;
  return {
    redirects,
    problems: more > 0 ? [...problems, `${NAME} has ${more} more invalid lines`] : problems,
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
