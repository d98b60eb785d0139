import type { Encoding } from '../addresses.ts';
import {
  canonicalPath,
  parseQuery,
  parseRedirect,
  type Redirect,
  SPLAT,
  splitQuery,
} from './redirect-line.ts';

type RedirectProblem = { line: number; problem: string };

/** Maximum number of redirects that browsers follow. */
const MAX_REDIRECTS = 20;
/** Maximum number of loop steps in a message. */
const MAX_SHOWN = 4;

/** Path segment that cannot occur in a line. */
const ANY_PART = '%00';

/** Matches unsafe splats: one must not leave the target's folder or contain an encoded slash. */
const UNSAFE_SPLAT = /(?:^|\/)\.{1,2}(?:\/|$)|%2F|%5C/u;

/** The bytes of a GBK URL may also be valid UTF-8. */
const ENCODINGS: Encoding[] = ['utf-8', 'gbk'];

/**
 * Parses `REDIRECTS_FILE`: a legacy path and its target per line; `#` starts a comment. URLs with the origin `siteUrl` count as
 * paths.
 */
export function readRedirects(text: string, siteUrl: string) {
  const redirects: Redirect[] = [];
  const problems: RedirectProblem[] = [];
  const lines = new Map<string, number>();
  for (const [at, written] of text.split(/\r\n|\r|\n/u).entries()) {
    const line = at + 1;
    const words = wordsOf(written);
    if (words.length === 0) continue;
    const read = parseRedirect(line, words, siteUrl);
    const first = typeof read === 'string' ? undefined : lines.get(sourceOf(read));
    if (typeof read === 'string') problems.push({ line, problem: read });
    else if (first !== undefined)
      problems.push({ line, problem: `${sourceOf(read)} is already in line ${first}` });
    else {
      lines.set(sourceOf(read), line);
      redirects.push(read);
    }
  }
  const { locationOf } = createRedirectIndex(redirects);
  for (const redirect of redirects) {
    const loop = loopFrom(redirect, locationOf);
    if (loop) problems.push({ line: redirect.line, problem: `is a loop: ${loop.replaceAll(ANY_PART, '…')}` });
  }
  return { redirects, problems: problems.sort((one, other) => one.line - other.line) };
}

function wordsOf(line: string): string[] {
  const words = line.split(/\s+/u).filter(Boolean);
  const comment = words.findIndex((word) => word.startsWith('#'));
  return comment < 0 ? words : words.slice(0, comment);
}

/** Returns the legacy URL of a line in canonical form. */
function sourceOf({ from, hasStar, query }: Redirect): string {
  const search = new URLSearchParams([...query].sort());
  return `${from}${hasStar ? '/*' : ''}${search.size > 0 ? `?${search}` : ''}`;
}

type LocationOf = (requested: string) => string | undefined;

/** Follows the redirect as if the site had no page at any of the paths. Returns the steps if they form a loop. */
function loopFrom(redirect: Redirect, locationOf: LocationOf): string | undefined {
  const steps: string[] = [];
  let next: string | undefined = sourceOf(redirect).replace(/\/\*$/u, `/${ANY_PART}`);
  while (next?.startsWith('/')) {
    const [path, search] = splitQuery(next);
    const step: string = canonicalPath(path) + (search && `?${search}`);
    const isRepeated = steps.includes(step);
    steps.push(step);
    if (isRepeated || steps.length > MAX_REDIRECTS + 1)
      return steps.length > MAX_SHOWN
        ? `${steps.slice(0, MAX_SHOWN - 1).join(' → ')} → …`
        : steps.join(' → ');
    next = locationOf(step);
  }
  return undefined;
}

/** Creates an index of the redirects. The lookup time does not depend on their number. */
export function createRedirectIndex(redirects: readonly Redirect[]) {
  const bySize = redirects.toSorted((one, other) => other.query.size - one.query.size);
  const exact = Map.groupBy(
    bySize.filter(({ hasStar }) => !hasStar),
    ({ from }) => from,
  );
  const prefixes = new Map(
    redirects.filter(({ hasStar }) => hasStar).map((redirect) => [redirect.from, redirect]),
  );

  /** Finds the line with the most parameters that the query has, or the line with the longest path above. */
  function find(path: string, query: Redirect['query']): Redirect | undefined {
    const lines = exact.get(path) ?? [];
    const found = lines.find((line) => [...line.query].every(([name, value]) => query.get(name) === value));
    if (found || path === '/') return found;
    const parents = path.split('/').slice(0, -1);
    return parents.map((_, at) => prefixes.get(parents.slice(0, at + 1).join('/'))).findLast(Boolean);
  }

  /** Returns the target of a legacy URL: a path of the site or an `https:` URL. Returns undefined if no line matches. */
  function locationOf(requested: string): string | undefined {
    const [path, search] = splitQuery(requested);
    for (const encoding of ENCODINGS) {
      const canonical = canonicalPath(path, encoding);
      const redirect = find(canonical, parseQuery(search, encoding));
      if (!redirect) continue;
      const to = redirect.hasStar ? withSplat(redirect, canonical, path) : redirect.to;
      const isKept = (pair: string) =>
        ![...parseQuery(pair, encoding).keys()].some((name) => redirect.query.has(name));
      return to && withSearch(to, search.split('&').filter(isKept).join('&'));
    }
    return undefined;
  }

  return { locationOf };
}

export type RedirectIndex = ReturnType<typeof createRedirectIndex>;

/** Returns undefined if the target would leave its folder or redirect to itself from below its own wildcard. */
function withSplat({ from, to }: Redirect, canonical: string, requested: string): string | undefined {
  const splat = canonical.slice(from.length + 1);
  if (UNSAFE_SPLAT.test(splat)) return undefined;
  // This site reads only UTF-8; another site receives the requested bytes.
  const inserted = to.startsWith('/') ? splat : requested.split('/').slice(from.split('/').length).join('/');
  const location = to.replaceAll(SPLAT, () => inserted);
  return canonicalPath(splitQuery(location)[0]) === canonical ? undefined : location;
}

/** Appends the query to the query of the target, before its fragment. */
function withSearch(target: string, query: string): string {
  if (query === '') return target;
  const [address = '', ...fragment] = target.split(/(?=#)/u);
  return `${address}${address.includes('?') ? '&' : '?'}${query}${fragment.join('')}`;
}
