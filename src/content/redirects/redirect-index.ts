import { decodePart, encodePart } from '../menu/slug.ts';
import { type Redirect, SPLAT } from './redirect-line.ts';

const depthOf = (path: string): number => path.split('/').length - 1;

/** A star does not stand for what could leave the target's folder or be read as a slash. */
const STRAYS = /(?:^|\/)\.{1,2}(?:\/|$)|%2F|%5C/u;

/** Finds the first line for an address, in microseconds whatever the number of lines. */
export function createRedirectIndex(redirects: readonly Redirect[]) {
  const exact = new Map<string, Redirect>();
  const below = new Map<string, Redirect>();
  for (const redirect of redirects) {
    const index = redirect.hasStar ? below : exact;
    if (!index.has(redirect.from)) index.set(redirect.from, redirect);
  }
  let deepest = -1;
  for (const above of below.keys()) deepest = Math.max(deepest, depthOf(above));

  /** The first line of the list for a path as the site writes it. */
  function find(path: string): Redirect | undefined {
    let first = exact.get(path);
    let end = 0;
    for (let depth = 0; depth <= deepest && end >= 0 && end < path.length - 1; depth += 1) {
      const star = below.get(path.slice(0, end));
      if (star && (!first || star.line < first.line)) first = star;
      end = path.indexOf('/', end + 1);
    }
    return first;
  }

  /**
   * Where an old address leads: a path of the site or an `https:` address; nothing where no line knows it. `path`: as the site
   * writes it; `asked`: path and query as they were asked for.
   */
  function locationOf(path: string, asked = path): string | undefined {
    const redirect = find(path);
    if (!redirect) return undefined;
    const [askedPath = '', ...query] = asked.split('?');
    if (!redirect.hasStar) return withSearch(redirect.to, query.join('?'));
    const splatIn = (whole: string) =>
      whole
        .split('/')
        .slice(depthOf(redirect.from) + 1)
        .join('/');
    if (STRAYS.test(splatIn(path))) return undefined;
    const splat = splatIn(askedPath);
    const isOwn = redirect.to.startsWith('/');
    const to = redirect.to.replaceAll(SPLAT, () => (isOwn ? splat.replace(/\/$/u, '') : splat));
    // The one target of a star may stand below it: without a page there it is a 404.
    return pathOf(to) === path ? undefined : withSearch(to, query.join('?'));
  }

  return { find, locationOf };
}

export type RedirectIndex = ReturnType<typeof createRedirectIndex>;

/** The path of the site that a location leads to, as the list knows it; nothing where it is not of this site. */
export function pathOf(location: string): string | undefined {
  if (!location.startsWith('/')) return undefined;
  const [path = ''] = location.split(/[?#]/u);
  const parts = path.split('/').map((part) => encodePart(decodePart(part)));
  // The site itself leads from another prefix, or a slash at the end, to the address as it writes it.
  const written = parts
    .join('/')
    .replace(/^\/zh(?=\/|$)/iu, '')
    .replace(/^\/en(?=\/|$)/iu, '/en');
  return written.replace(/\/$/u, '') || '/';
}

/** The query goes behind that of the target, and before its fragment. */
function withSearch(target: string, query: string): string {
  if (query === '') return target;
  const [address = '', ...fragment] = target.split(/(?=#)/u);
  return `${address}${address.includes('?') ? '&' : '?'}${query}${fragment.join('')}`;
}
