import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseRedirects, type Redirect } from '../content/redirects/redirects.ts';
import { errorCodeOf } from '../lib/files.ts';
import { describeReadError, formatCount } from '../lib/messages.ts';
import type { Environment } from './environment.ts';

export const MAX_REDIRECTS_BYTES = 4 * 1024 * 1024;
const MAX_REPORTED_PROBLEMS = 20;

type Redirects = { redirects: readonly Redirect[]; problems: string[] };

/** Reads the list of legacy URLs. `problems` contains one line for each of the first errors. */
export function readRedirectsFile({ REDIRECTS_FILE: file, SITE_URL = '' }: Environment): Redirects {
  if (file === undefined) return { redirects: [], problems: [] };
  const createFailure = (reason: string) => ({
    redirects: [],
    problems: [`REDIRECTS_FILE ${reason}: ${file}`],
  });
  try {
    const bytes = readFileSync(file);
    if (bytes.length > MAX_REDIRECTS_BYTES)
      return createFailure(`has more than ${MAX_REDIRECTS_BYTES / 1024 / 1024} MB`);
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const { redirects, problems } = parseRedirects(text, URL.parse(SITE_URL)?.origin ?? '');
    const first = problems.slice(0, MAX_REPORTED_PROBLEMS);
    const more = problems.length - first.length;
    return {
      redirects,
      problems: [
        ...first.map(({ line, problem }) => `REDIRECTS_FILE line ${line}: ${problem}`),
        ...(more > 0 ? [`REDIRECTS_FILE has ${formatCount(more, 'more invalid line')}`] : []),
      ],
    };
  } catch (error) {
    const code = errorCodeOf(error);
    const isEncoding = code === 'ERR_ENCODING_INVALID_ENCODED_DATA';
    return createFailure(isEncoding ? 'is not UTF-8' : `cannot be read (${describeReadError(error)})`);
  }
}

export const MAX_ROOT_FILE_BYTES = 64 * 1024;
const MAX_ROOT_FILES = 100;
/** Matches file names with an extension, which no page's URL has. */
const ROOT_FILE_NAME = /^\w[\w-]*(?:\.[\w-]+)+$/u;

/** Reads the verification files of search engines and WeChat, keyed by name. `problems` contains one line for each error. */
export function readRootFiles({ ROOT_FILES: folder }: Environment) {
  const rootFiles = new Map<string, Buffer>();
  const problems: string[] = [];
  try {
    const names = folder === undefined ? [] : readdirSync(folder);
    if (names.length > MAX_ROOT_FILES)
      problems.push(`ROOT_FILES has more than ${MAX_ROOT_FILES} files: ${folder}`);
    for (const name of names.slice(0, MAX_ROOT_FILES)) {
      const file = path.join(folder ?? '', name);
      const stats = statSync(file);
      if (!ROOT_FILE_NAME.test(name) || !stats.isFile())
        problems.push(`ROOT_FILES: ${name} is not a file with a plain name, such as google1a2b.html`);
      else if (stats.size > MAX_ROOT_FILE_BYTES)
        problems.push(`ROOT_FILES: ${name} has more than ${MAX_ROOT_FILE_BYTES / 1024} KB`);
      else rootFiles.set(name, readFileSync(file));
    }
  } catch (error) {
    const { path: unread = folder } = error as NodeJS.ErrnoException;
    problems.push(`ROOT_FILES: ${unread} cannot be read: ${describeReadError(error)}`);
  }
  return { rootFiles, problems };
}
