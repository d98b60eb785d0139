import { encodePart } from '../menu/slug.ts';

/** A line of the list of old addresses. */
export type Redirect = {
  line: number;
  /** The old path as the site writes addresses; of one with a star, what stands above it (`''` of `/*`). */
  from: string;
  /** It takes every path below `from`, not `from` itself. */
  hasStar: boolean;
  /** A path of the site or an `https:` address, with `SPLAT` where what the star stands for goes. */
  to: string;
};

/** Stands in a target for what the star of the old address stands for. */
export const SPLAT = ':splat';

const STAR = '/*';

/** Paths are read as if they were of this site, which none is. */
const NOWHERE = 'https://site.invalid';

/** Reads the words of a line, which has some; gives a sentence where they are no redirect. `siteUrl`: this site's own origin. */
export function readRedirect(line: number, words: readonly string[], siteUrl: string): Redirect | string {
  const [from, to, ...more] = words;
  if (from === undefined || to === undefined || more.length > 0)
    return 'must be an old path and where it leads, two words';
  const old = readOld(from);
  if (typeof old === 'string') return old;
  const target = readTarget(to, siteUrl);
  if (target === undefined)
    return `${to} must be a path that begins with one /, or an https: address without a user`;
  return misuseOfStar(old.hasStar, target) ?? { line, ...old, to: target };
}

function readOld(path: string): Pick<Redirect, 'from' | 'hasStar'> | string {
  if (!path.startsWith('/')) return `${path} must begin with /`;
  if (/[?#]/u.test(path)) return `${path} must have no query and no fragment`;
  const hasStar = path.endsWith(STAR);
  const above = hasStar ? path.slice(0, -STAR.length) : path;
  if (above.includes('*')) return `${path} may have a * only behind its last /`;
  const parts = decodedParts(above);
  if (!parts) return `${path} is not encoded well`;
  // The site answers these by a 404 before it looks for a page, and browsers resolve dots.
  if (parts.some((part) => part === '' || /^\.{1,2}$|[/\\\0]/u.test(part)))
    return `${path} has a part that is empty, dots, or holds a slash`;
  return { from: writtenBySite(parts, hasStar), hasStar };
}

/** A trailing slash makes no other address. */
function decodedParts(path: string): string[] | undefined {
  const inner = path.replace(/^\/|\/$/gu, '');
  try {
    return inner === '' ? [] : inner.split('/').map((part) => decodeURIComponent(part));
  } catch {
    return undefined;
  }
}

/** The language's prefix may be written in any case. */
function writtenBySite(parts: readonly string[], isAbove: boolean): string {
  const path = `/${parts.map(encodePart).join('/')}`.replace(/^\/en(?=\/|$)/iu, '/en');
  return isAbove && path === '/' ? '' : path;
}

function readTarget(text: string, siteUrl: string): string | undefined {
  const isPath = /^\/(?![/\\])/u.test(text);
  const url = isPath || /^https:\/\//iu.test(text) ? URL.parse(text, NOWHERE) : undefined;
  if (!url || url.username || url.password) return undefined;
  const { href, origin, pathname, search, hash } = url;
  if (!isPath && origin !== siteUrl) return href;
  // Dots that are resolved may leave two slashes, which name a host.
  const isOwn = !pathname.startsWith('//') && decodedParts(pathname) !== undefined;
  return isOwn ? `${pathname}${search}${hash}` : undefined;
}

function misuseOfStar(hasStar: boolean, target: string): string | undefined {
  const [path = '', ...behind] = target.split(/(?=[?#])/u);
  if (behind.join('').includes(SPLAT)) return `${SPLAT} may stand in the path alone`;
  if (path.includes(SPLAT) && !hasStar) return `${SPLAT} needs an old path with a * at its end`;
  if (hasStar && path.endsWith(STAR)) return `${target}: what the * stands for is written ${SPLAT}`;
  return undefined;
}
