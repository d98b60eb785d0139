import { createRedirectIndex, pathOf, type RedirectIndex } from './redirect-index.ts';
import { type Redirect, readRedirect } from './redirect-line.ts';

/** What is wrong with a line. */
export type RedirectFault = { line: number; fault: string };

/** Browsers follow no more redirects than these. */
const MAX_STEPS = 20;

/** Stands for a part that no line can name. */
const ANY_PART = '%00';

/**
 * Reads a list of old addresses: a line each, an old path and where it leads; a word that begins with `#` and all behind it is a comment.
 * `siteUrl`: this site's own origin, whose addresses count as its paths.
 */
export function readRedirects(text: string, siteUrl: string) {
  const redirects: Redirect[] = [];
  const faults: RedirectFault[] = [];
  const lines = new Map<string, number>();
  for (const [at, written] of text.split(/\r\n|\r|\n/u).entries()) {
    const words = wordsOf(written);
    if (words.length === 0) continue;
    const line = at + 1;
    const read = readRedirect(line, words, siteUrl);
    const fault = typeof read === 'string' ? read : doubleOf(read, lines);
    if (fault !== undefined) faults.push({ line, fault });
    else redirects.push(read as Redirect);
  }
  const index = createRedirectIndex(redirects);
  const loops = redirects.flatMap((redirect) => loopFrom(redirect, index) ?? []);
  return { redirects, faults: [...faults, ...loops].sort((one, other) => one.line - other.line) };
}

function wordsOf(line: string): string[] {
  const words = line.split(/\s+/u).filter(Boolean);
  const comment = words.findIndex((word) => word.startsWith('#'));
  return comment < 0 ? words : words.slice(0, comment);
}

function doubleOf({ line, ...redirect }: Redirect, lines: Map<string, number>): string | undefined {
  const old = sourcePattern(redirect);
  const first = lines.get(old);
  if (first !== undefined) return `${old} stands in line ${first} already`;
  lines.set(old, line);
  return undefined;
}

/** The old address of a line, as the list has it. */
export const sourcePattern = ({ from, hasStar }: Pick<Redirect, 'from' | 'hasStar'>): string =>
  hasStar ? `${from}/*` : from;

/** The paths that a visitor of an old address is led over by the list alone, if there were no page at any: the old one first. */
export function redirectChain(redirect: Redirect, index: RedirectIndex): string[] {
  const steps = [redirect.hasStar ? `${redirect.from}/${ANY_PART}` : redirect.from];
  for (let path = steps[0]; path !== undefined && steps.length <= MAX_STEPS; ) {
    const location = index.locationOf(path);
    path = location === undefined ? undefined : pathOf(location);
    if (path !== undefined) steps.push(path);
    if (path !== undefined && steps.indexOf(path) < steps.length - 1) break;
  }
  return steps;
}

function loopFrom(redirect: Redirect, index: RedirectIndex): RedirectFault | undefined {
  const { line, from, hasStar, to } = redirect;
  if (!hasStar && pathOf(to) === from) return { line, fault: 'leads to itself' };
  const steps = redirectChain(redirect, index);
  const last = steps.at(-1) ?? '';
  const written = steps.map((step) => step.replace(ANY_PART, '…'));
  if (steps.indexOf(last) < steps.length - 1) return { line, fault: `is a loop: ${written.join(' → ')}` };
  if (steps.length <= MAX_STEPS) return undefined;
  return { line, fault: `leads on more than ${MAX_STEPS} times: ${written.slice(0, 3).join(' → ')} → …` };
}
