import { encodePart } from '../menu/slug.ts';

/** Line of `REDIRECTS_FILE`. */
export type Redirect = {
  line: number;
  /** Canonical legacy path, without `/*` (`''` for `/*`). */
  from: string;
  /** Matches every path below `from`, not `from` itself. */
  hasStar: boolean;
  /** Path of the site or `https:` address; `SPLAT` is replaced with what the star matched. */
  to: string;
};

export const SPLAT = ':splat';

const STAR = '/*';

/** Base for parsing paths. */
const DUMMY_BASE = 'https://site.invalid';

/** Parses the words of a line; returns an error message if it is not a redirect. `siteUrl`: origin of this site. */
export function parseRedirect(line: number, words: readonly string[], siteUrl: string): Redirect | string {
  const [from, to, ...more] = words;
  if (from === undefined || to === undefined || more.length > 0) return 'must be a legacy path and a target';
  const source = parseSource(from);
  if (typeof source === 'string') return source;
  const target = parseTarget(to, siteUrl);
  if (target === undefined)
    return `${to} must be a path that begins with one /, or an https: address without a user`;
  return starError(source.hasStar, target) ?? { line, ...source, to: target };
}

function parseSource(path: string): Pick<Redirect, 'from' | 'hasStar'> | string {
  if (!path.startsWith('/')) return `${path} must begin with /`;
  if (/[?#]/u.test(path)) return `${path} must have no query and no fragment`;
  const hasStar = path.endsWith(STAR);
  const above = hasStar ? path.slice(0, -STAR.length) : path;
  if (above.includes('*')) return `${path} may have a * only behind its last /`;
  const parts = decodedParts(above);
  if (!parts) return `${path} is not encoded well`;
  // The site responds 404 to these paths, and browsers resolve dots.
  if (parts.some((part) => part === '' || /^\.{1,2}$|[/\\\0]/u.test(part)))
    return `${path} has a part that is empty, dots, or holds a slash`;
  return { from: canonicalPath(parts, hasStar), hasStar };
}

/** Ignores a trailing slash. */
function decodedParts(path: string): string[] | undefined {
  const inner = path.replace(/^\/|\/$/gu, '');
  try {
    return inner === '' ? [] : inner.split('/').map((part) => decodeURIComponent(part));
  } catch {
    return undefined;
  }
}

/** The language prefix matches in any case. */
function canonicalPath(parts: readonly string[], isAbove: boolean): string {
  const path = `/${parts.map(encodePart).join('/')}`.replace(/^\/en(?=\/|$)/iu, '/en');
  return isAbove && path === '/' ? '' : path;
}

function parseTarget(text: string, siteUrl: string): string | undefined {
  const isPath = /^\/(?![/\\])/u.test(text);
  const url = isPath || /^https:\/\//iu.test(text) ? URL.parse(text, DUMMY_BASE) : undefined;
  if (!url || url.username || url.password) return undefined;
  const { href, origin, pathname, search, hash } = url;
  if (!isPath && origin !== siteUrl) return href;
  // Resolved dots may leave two slashes, which name a host.
  const isOwn = !pathname.startsWith('//') && decodedParts(pathname) !== undefined;
  return isOwn ? `${pathname}${search}${hash}` : undefined;
}

function starError(hasStar: boolean, target: string): string | undefined {
  const [path = '', ...behind] = target.split(/(?=[?#])/u);
  if (behind.join('').includes(SPLAT)) return `${SPLAT} is allowed only in the path`;
  if (path.includes(SPLAT) && !hasStar) return `${SPLAT} needs an old path with a * at its end`;
  if (hasStar && path.endsWith(STAR)) return `${target}: use ${SPLAT} instead of * in the target`;
  return undefined;
}
