import { decodePart, encodePart } from '../menu/slug.ts';
import { type Redirect, SPLAT } from './redirect-line.ts';

const depthOf = (path: string): number => path.split('/').length - 1;

/** A splat must not leave the target's folder or contain an encoded slash. */
const UNSAFE_SPLAT = /(?:^|\/)\.{1,2}(?:\/|$)|%2F|%5C/u;

/** Index of the redirects; the lookup time does not depend on their number. */
export function createRedirectIndex(redirects: readonly Redirect[]) {
  const exact = new Map<string, Redirect>();
  const below = new Map<string, Redirect>();
  for (const redirect of redirects) {
    const index = redirect.hasStar ? below : exact;
    if (!index.has(redirect.from)) index.set(redirect.from, redirect);
  }
  let deepest = -1;
  for (const above of below.keys()) deepest = Math.max(deepest, depthOf(above));

  /** First redirect that matches a canonical path. */
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
   * Target of a legacy URL: a path of the site or an `https:` address; undefined if no line matches. `path` is canonical;
   * `requested` is path and query as requested.
   */
  function locationOf(path: string, requested = path): string | undefined {
    const redirect = find(path);
    if (!redirect) return undefined;
    const [requestedPath = '', ...query] = requested.split('?');
    if (!redirect.hasStar) return withSearch(redirect.to, query.join('?'));
    const splatIn = (whole: string) =>
      whole
        .split('/')
        .slice(depthOf(redirect.from) + 1)
        .join('/');
    if (UNSAFE_SPLAT.test(splatIn(path))) return undefined;
    const splat = splatIn(requestedPath);
    const isOwn = redirect.to.startsWith('/');
    const to = redirect.to.replaceAll(SPLAT, () => (isOwn ? splat.replace(/\/$/u, '') : splat));
    // A target below its own wildcard would redirect to itself.
    return pathOf(to) === path ? undefined : withSearch(to, query.join('?'));
  }

  return { find, locationOf };
}

export type RedirectIndex = ReturnType<typeof createRedirectIndex>;

/** Canonical path of a location on this site; undefined for another site. */
export function pathOf(location: string): string | undefined {
  if (!location.startsWith('/')) return undefined;
  const [path = ''] = location.split(/[?#]/u);
  const parts = path.split('/').map((part) => encodePart(decodePart(part)));
  // The site redirects other prefixes and trailing slashes to the canonical path.
  const written = parts
    .join('/')
    .replace(/^\/zh(?=\/|$)/iu, '')
    .replace(/^\/en(?=\/|$)/iu, '/en');
  return written.replace(/\/$/u, '') || '/';
}

/** Appends the query to that of the target, before its fragment. */
function withSearch(target: string, query: string): string {
  if (query === '') return target;
  const [address = '', ...fragment] = target.split(/(?=#)/u);
  return `${address}${address.includes('?') ? '&' : '?'}${query}${fragment.join('')}`;
}
