/** The site has no longer paths: the rest of one is cut off. */
const MAX_LENGTH = 300;

const LEFT_OUT = '*';

const TOKEN = /^(\/(?:files|media)\/)[^/]+/u;
/** A mail address, as links of newsletters carry it. */
const MAIL = /@|%40/u;

/**
 * The path of a request as it may stand in the log: without its query (keywords), without the token that opens a file,
 * and without a part that is somebody's address.
 */
export function loggedPath(target: string): string {
  const [path = ''] = target.split('?');
  const shown = path
    .replace(TOKEN, `$1${LEFT_OUT}`)
    .split('/')
    .map((segment) => (MAIL.test(segment) ? LEFT_OUT : segment))
    .join('/');
  return shown.length > MAX_LENGTH ? `${shown.slice(0, MAX_LENGTH)}…` : shown;
}
