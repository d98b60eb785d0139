import { createRedirectIndex, pathOf, type RedirectIndex } from './redirect-index.ts';
import { parseRedirect, type Redirect } from './redirect-line.ts';

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

function checkDuplicate({ line, ...redirect }: Redirect, lines: Map<string, number>): string | undefined {
  const source = sourcePattern(redirect);
  const first = lines.get(source);
  if (first !== undefined) return `${source} is already in line ${first}`;
  lines.set(source, line);
  return undefined;
}

/** Legacy path of a line as written in the file. */
export const sourcePattern = ({ from, hasStar }: Pick<Redirect, 'from' | 'hasStar'>): string =>
  hasStar ? `${from}/*` : from;

/** Paths that a legacy URL is redirected over, itself first, if the site had no page at any of them. */
export function redirectChain(redirect: Redirect, index: RedirectIndex): string[] {
  const steps = [redirect.hasStar ? `${redirect.from}/${ANY_PART}` : redirect.from];
  for (let path = steps[0]; path !== undefined && steps.length - 1 <= MAX_REDIRECTS; ) {
    const location = index.locationOf(path);
    path = location === undefined ? undefined : pathOf(location);
    if (path !== undefined) steps.push(path);
    if (path !== undefined && steps.indexOf(path) < steps.length - 1) break;
  }
  return steps;
}

function loopFrom(redirect: Redirect, index: RedirectIndex): RedirectProblem | undefined {
  const { line, from, hasStar, to } = redirect;
  if (!hasStar && pathOf(to) === from) return { line, problem: 'redirects to itself' };
  const steps = redirectChain(redirect, index);
  const last = steps.at(-1) ?? '';
  const written = steps.map((step) => step.replace(ANY_PART, '…'));
  if (steps.indexOf(last) < steps.length - 1) return { line, problem: `is a loop: ${written.join(' → ')}` };
  if (steps.length - 1 <= MAX_REDIRECTS) return undefined;
  return {
    line,
    problem: `redirects more than ${MAX_REDIRECTS} times: ${written.slice(0, 3).join(' → ')} → …`,
  };
}
