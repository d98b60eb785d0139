import { appendQuery, decodePercent, type Encoding, encodePart } from '../urls.ts';

/** Line of `REDIRECTS_FILE`. */
export type Redirect = {
  line: number;
  /** Canonical legacy path without `/*` (`''` for `/*`). */
  from: string;
  /** True if the line matches every path below `from`, but not `from` itself. */
  hasStar: boolean;
  query: ReadonlyMap<string, string>;
  /** Path of the site or `https:` URL; `SPLAT` is replaced with what the star matched. */
  to: string;
};

const SPLAT = ':splat';
const STAR = '/*';

/** Maximum number of redirects that browsers follow. */
const MAX_REDIRECTS = 20;
/** Maximum number of loop steps in a message. */
const MAX_SHOWN_STEPS = 4;

/** Encoded path segment that no line can contain: a line break. */
const ANY_SEGMENT = '%0A';

/** Matches path segments that browsers resolve, or for which the site returns 404. */
const UNSAFE_SEGMENT = /^\.{0,2}$|[/\\\0]/u;

/** Encodings in the order of attempts. The bytes of a GBK URL may also be valid UTF-8. */
const ENCODINGS: Encoding[] = ['utf-8', 'gbk'];

/** Parses `REDIRECTS_FILE`: a legacy path and its target per line; `#` starts a comment. URLs with the origin `siteUrl` count as paths. */
export function parseRedirects(text: string, siteUrl: string) {
  const redirects = new Map<string, Redirect>();
  const problems: { line: number; problem: string }[] = [];
  for (const [at, written] of text.split(/\r\n|\r|\n/u).entries()) {
    const all = written.match(/\S+/gu) ?? [];
    const comment = all.findIndex((word) => word.startsWith('#'));
    const words = comment < 0 ? all : all.slice(0, comment);
    if (words.length === 0) continue;
    const line = at + 1;
    const redirect = parseLine(line, words, siteUrl);
    const source = typeof redirect === 'string' ? '' : formatSource(redirect);
    const first = redirects.get(source);
    if (typeof redirect === 'string') problems.push({ line, problem: redirect });
    else if (first) problems.push({ line, problem: `${source} is already in line ${first.line}` });
    else redirects.set(source, redirect);
  }
  const { locationOf } = createRedirectIndex([...redirects.values()]);
  for (const [source, { line }] of redirects) {
    const loop = findLoop(source, locationOf);
    if (loop) problems.push({ line, problem: `is a loop: ${loop}` });
  }
  problems.sort((one, other) => one.line - other.line);
  return { redirects: [...redirects.values()], problems };
}

/** Parses the words in a line. Returns an error message if they are not a redirect. */
function parseLine(line: number, [source, target, more]: string[], siteUrl: string): Redirect | string {
  if (source === undefined || target === undefined || more !== undefined)
    return 'must be a legacy path and a target';
  const [path, search] = splitLocation(source);
  const hasStar = path.endsWith(STAR);
  const start = hasStar ? path.slice(0, -STAR.length) : path;
  const [root, ...parts] = start
    .replace(/\/$/u, '')
    .split('/')
    .map((part) => decodePercent(part));
  const isPlain = parts.every((part) => part !== undefined && !UNSAFE_SEGMENT.test(part));
  if (root !== '' || !isPlain || source.includes('#') || decodePercent(search) === undefined)
    return `${source} must be / and well encoded parts: none is empty, dots, or holds a slash or #`;
  if (parts.join('').includes('*') || (hasStar && search !== ''))
    return `${source} may have a * only behind its last /, and no query with it`;
  const to = parseTarget(target, siteUrl);
  if (to === undefined)
    return `${target} must be a path that begins with one /, or an https: URL without a user`;
  const [targetPath = '', ...behind] = to.split(/(?=[?#])/u);
  if (behind.join('').includes(SPLAT) || (targetPath.includes(SPLAT) && !hasStar) || to.endsWith(STAR))
    return `${target}: ${SPLAT} stands in the path for a * at the end of the legacy path`;
  const from = toCanonicalPath(start);
  return {
    line,
    from: hasStar && from === '/' ? '' : from,
    hasStar,
    query: parseQueryParameters(search),
    to,
  };
}

function parseTarget(text: string, siteUrl: string): string | undefined {
  const isPath = /^\/(?![/\\])/u.test(text);
  const url = isPath || /^https:\/\//iu.test(text) ? URL.parse(text, 'https://site.invalid') : undefined;
  if (!url || url.username || url.password) return undefined;
  const { href, origin, pathname, search, hash } = url;
  if (!isPath && origin !== siteUrl) return href;
  // Resolving dots may leave two leading slashes, after which browsers read a host.
  const isOwn = !pathname.startsWith('//') && decodePercent(pathname) !== undefined;
  return isOwn ? `${pathname}${search}${hash}` : undefined;
}

/** Returns the canonical path of a location on this site. The site redirects `/zh`, `/EN` and trailing slashes to it. */
function toCanonicalPath(path: string, encoding?: Encoding): string {
  const parts = path.split('/').map((part) => encodePart(decodePercent(part, encoding) ?? part));
  const written = parts.join('/').replace(/\/$/u, '');
  return written.replace(/^\/(?:zh|(en))(?=\/|$)/iu, (_all, en) => (en ? '/en' : '')) || '/';
}

/** Splits a location into path and query, without its fragment. */
function splitLocation(location: string): [path: string, search: string] {
  const [path = '', ...query] = (location.split('#')[0] ?? '').split('?');
  return [path, query.join('?')];
}

/** Uses the first value of each parameter. */
function parseQueryParameters(search: string, encoding?: Encoding): Redirect['query'] {
  const read = (text: string) => decodePercent(text.replaceAll('+', ' '), encoding) ?? text;
  const pairs = search.split('&').filter(Boolean).reverse();
  return new Map(
    pairs.map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [read(name), read(value.join('='))] as const;
    }),
  );
}

function formatSource({ from, hasStar, query }: Redirect): string {
  const search = new URLSearchParams([...query].sort());
  return `${from}${hasStar ? STAR : ''}${search.size > 0 ? `?${search}` : ''}`;
}

/** Follows a line as if the site had no page at any of the paths. Returns the first steps if they form a loop. */
function findLoop(source: string, locationOf: RedirectIndex['locationOf']): string | undefined {
  const steps: string[] = [];
  let next: string | undefined = source.replace(/\/\*$/u, `/${ANY_SEGMENT}`);
  while (next?.startsWith('/')) {
    const [path, search] = splitLocation(next);
    const step: string = toCanonicalPath(path) + (search && `?${search}`);
    if (steps.includes(step) || steps.length > MAX_REDIRECTS)
      return [...steps, step].slice(0, MAX_SHOWN_STEPS).join(' → ').replaceAll(ANY_SEGMENT, '…');
    steps.push(step);
    // A line without a location of its own redirects to itself.
    next = locationOf(step) ?? (steps.length === 1 ? step : undefined);
  }
  return undefined;
}

/** Creates an index of the redirects. The lookup time does not depend on their number. */
export function createRedirectIndex(redirects: readonly Redirect[]) {
  const bySize = redirects.toSorted((one, other) => other.query.size - one.query.size);
  const byPath = Map.groupBy(bySize, ({ from, hasStar }) => (hasStar ? from + STAR : from));

  /** Finds the line of the path with the most matching parameters, or else the wildcard line with the longest path above it. */
  function find(path: string, query: Redirect['query']): Redirect | undefined {
    const lines = byPath.get(path) ?? [];
    const found = lines.find((line) => [...line.query].every(([name, value]) => query.get(name) === value));
    if (found || path === '/') return found;
    const parents = path.split('/').slice(0, -1);
    const above = parents.map((_, at) => byPath.get(parents.slice(0, at + 1).join('/') + STAR)?.[0]);
    return above.findLast(Boolean);
  }

  /** Returns a legacy URL's target: a path of the site or an `https:` URL. Returns undefined if no line matches. */
  function locationOf(requested: string): string | undefined {
    const [path, search] = splitLocation(requested);
    for (const encoding of ENCODINGS) {
      const canonical = toCanonicalPath(path, encoding);
      const redirect = find(canonical, parseQueryParameters(search, encoding));
      if (!redirect) continue;
      const to = redirect.hasStar ? insertSplat(redirect, canonical, path) : redirect.to;
      const isKept = (pair: string) =>
        ![...parseQueryParameters(pair, encoding).keys()].some((name) => redirect.query.has(name));
      return to && appendQuery(to, search.split('&').filter(isKept).join('&'));
    }
    return undefined;
  }

  return { locationOf };
}

export type RedirectIndex = ReturnType<typeof createRedirectIndex>;

/** Inserts the matched part into the target. Returns undefined if the target would leave its folder or redirect to itself. */
function insertSplat({ from, to }: Redirect, canonical: string, requested: string): string | undefined {
  const splat = canonical.slice(from.length + 1);
  if (splat.split('/').some((part) => UNSAFE_SEGMENT.test(decodePercent(part) ?? part))) return undefined;
  // This site reads only UTF-8; another site receives the requested bytes.
  const inserted = to.startsWith('/') ? splat : requested.split('/').slice(from.split('/').length).join('/');
  const location = to.replaceAll(SPLAT, () => inserted);
  return toCanonicalPath(splitLocation(location)[0]) === canonical ? undefined : location;
}
