import { decodePercent, type Encoding } from '../addresses.ts';
import { encodePart } from '../menu/slug.ts';

/** Query parameters by name; the first value of a repeated one. */
export type Parameters = ReadonlyMap<string, string>;

/** Line of `REDIRECTS_FILE`. */
export type Redirect = {
  line: number;
  /** Canonical legacy path without `/*` (`''` for `/*`). */
  from: string;
  /** Matches every path below `from`, not `from` itself. */
  hasStar: boolean;
  /** Required query parameters. */
  query: Parameters;
  /** Path of the site or `https:` URL; `SPLAT` is replaced with what the star matched. */
  to: string;
};

export const SPLAT = ':splat';

const STAR = '/*';

/** Base for parsing paths. */
const DUMMY_BASE = 'https://site.invalid';

/** Parses the words of a line. Returns an error message if it is not a redirect. `siteUrl`: origin of this site. */
export function parseRedirect(line: number, words: readonly string[], siteUrl: string): Redirect | string {
  const [source, target, ...more] = words;
  if (source === undefined || target === undefined || more.length > 0)
    return 'must be a legacy path and a target';
  const [path = '', search = ''] = splitQuery(source);
  const to = parseTarget(target, siteUrl);
  if (to === undefined)
    return `${target} must be a path that begins with one /, or an https: address without a user`;
  const hasStar = path.endsWith(STAR);
  const error = sourceError(source, path, search) ?? splatError(hasStar, to);
  if (error !== undefined) return error;
  const from = canonicalPath(hasStar ? path.slice(0, -STAR.length) : path);
  return { line, from: hasStar && from === '/' ? '' : from, hasStar, query: parseQuery(search), to };
}

/** Returns the canonical path of a location on this site. The site redirects `/zh`, `/EN` and trailing slashes to it. */
export function canonicalPath(path: string, encoding?: Encoding): string {
  const parts = path.split('/').map((part) => encodePart(decodePercent(part, encoding) ?? part));
  const written = parts
    .join('/')
    .replace(/^\/(?:zh(?=\/|$)|(en)(?=\/|$))/iu, (_all, en) => (en ? '/en' : ''));
  return written.replace(/\/$/u, '') || '/';
}

/** Splits a location into path and query, without its fragment. */
export function splitQuery(location: string): [path: string, search: string] {
  const [path = '', ...query] = (location.split('#')[0] ?? '').split('?');
  return [path, query.join('?')];
}

export function parseQuery(search: string, encoding?: Encoding): Parameters {
  const read = (text: string) => decodePercent(text.replaceAll('+', ' '), encoding) ?? text;
  const pairs = search.split('&').filter(Boolean).reverse();
  return new Map(
    pairs.map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [read(name), read(value.join('='))] as const;
    }),
  );
}

function sourceError(source: string, path: string, search: string): string | undefined {
  if (!path.startsWith('/')) return `${source} must begin with /`;
  if (source.includes('#')) return `${source} must have no fragment`;
  if (decodePercent(path.replace(/\/\*$/u, ''))?.includes('*'))
    return `${source} may have a * only behind its last /`;
  if (search !== '' && path.endsWith(STAR)) return `${source} may have a query or a *, not both`;
  if (decodePercent(source) === undefined) return `${source} is not encoded well`;
  const inner = path.replace(/^\/|\/(?:\*)?$/gu, '');
  const parts = inner === '' ? [] : inner.split('/').map((part) => decodePercent(part) ?? '');
  // The site returns 404 for these paths, and browsers resolve dots.
  return parts.some((part) => part === '' || /^\.{1,2}$|[/\\\0]/u.test(part))
    ? `${source} has a part that is empty, dots, or holds a slash`
    : undefined;
}

function parseTarget(text: string, siteUrl: string): string | undefined {
  const isPath = /^\/(?![/\\])/u.test(text);
  const url = isPath || /^https:\/\//iu.test(text) ? URL.parse(text, DUMMY_BASE) : undefined;
  if (!url || url.username || url.password) return undefined;
  const { href, origin, pathname, search, hash } = url;
  if (!isPath && origin !== siteUrl) return href;
  // Resolving dots may leave two slashes, which would name a host.
  const isOwn = !pathname.startsWith('//') && decodePercent(pathname) !== undefined;
  return isOwn ? `${pathname}${search}${hash}` : undefined;
}

function splatError(hasStar: boolean, target: string): string | undefined {
  const [path = '', ...behind] = target.split(/(?=[?#])/u);
  if (behind.join('').includes(SPLAT)) return `${SPLAT} is allowed only in the path`;
  if (path.includes(SPLAT) && !hasStar) return `${SPLAT} needs an old path with a * at its end`;
  if (hasStar && path.endsWith(STAR)) return `${target}: use ${SPLAT} instead of * in the target`;
  return undefined;
}
