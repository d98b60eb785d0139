import { createRedirectIndex, type RedirectIndex, sourcePattern } from './redirect-index.ts';
import { canonicalPath, parseRedirect, type Redirect, splitQuery } from './redirect-line.ts';

type RedirectProblem = { line: number; problem: string };

/** Browsers follow at most this many redirects. */
const MAX_REDIRECTS = 20;

/** Path segment that no line can contain. */
const ANY_PART = '%00';

/**
 * Parses `REDIRECTS_FILE`: a legacy path and its target per line, `#` begins a comment. Addresses of `siteUrl`, the origin of this
 * site, count as paths.
 */
export function readRedirects(text: string, siteUrl: string) {
  const redirects: Redirect[] = [];
  const problems: RedirectProblem[] = [];
  const lines = new Map<string, number>();
  for (const [at, written] of text.split(/\r\n|\r|\n/u).entries()) {
    const words = wordsOf(written);
    if (words.length === 0) continue;
    const line = at + 1;
    const read = parseRedirect(line, words, siteUrl);
    const problem = typeof read === 'string' ? read : checkDuplicate(read, lines);
    if (problem !== undefined) problems.push({ line, problem });
    else redirects.push(read as Redirect);
  }
  const index = createRedirectIndex(redirects);
  const loops = redirects.flatMap((redirect) => loopFrom(redirect, index) ?? []);
  return { redirects, problems: [...problems, ...loops].sort((one, other) => one.line - other.line) };
}

function wordsOf(line: string): string[] {
  const words = line.split(/\s+/u).filter(Boolean);
  const comment = words.findIndex((word) => word.startsWith('#'));
  return comment < 0 ? words : words.slice(0, comment);
}

function checkDuplicate(redirect: Redirect, lines: Map<string, number>): string | undefined {
  const source = sourcePattern(redirect);
  const first = lines.get(source);
  if (first !== undefined) return `${source} is already in line ${first}`;
  lines.set(source, redirect.line);
  return undefined;
}

/** Locations that a legacy URL is redirected over, itself first, if the site had no page at any of them. */
export function redirectChain(redirect: Redirect, { locationOf }: RedirectIndex): string[] {
  const steps: string[] = [];
  let next: string | undefined = sourcePattern(redirect).replace(/\/\*$/u, `/${ANY_PART}`);
  while (next !== undefined && steps.length - 1 <= MAX_REDIRECTS) {
    const [path, search] = splitQuery(next);
    const isOwn = next.startsWith('/');
    const step: string = isOwn ? canonicalPath(path) + (search && `?${search}`) : next;
    const isLoop = steps.includes(step);
    steps.push(step);
    next = isOwn && !isLoop ? locationOf(step) : undefined;
  }
  return steps;
}

export const writeChain = (steps: readonly string[]): string => steps.join(' → ').replaceAll(ANY_PART, '…');

function loopFrom(redirect: Redirect, index: RedirectIndex): RedirectProblem | undefined {
  const { line } = redirect;
  const steps = redirectChain(redirect, index);
  const isLoop = steps.indexOf(steps.at(-1) ?? '') < steps.length - 1;
  if (isLoop)
    return { line, problem: steps.length === 2 ? 'redirects to itself' : `is a loop: ${writeChain(steps)}` };
  if (steps.length - 1 <= MAX_REDIRECTS) return undefined;
  return {
    line,
    problem: `redirects more than ${MAX_REDIRECTS} times: ${writeChain(steps.slice(0, 3))} → …`,
  };
}
