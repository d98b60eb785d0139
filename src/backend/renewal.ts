import { setTimeout as wait } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Logger } from 'pino';
import type { Cache, Outdated, Renewal } from './cache.ts';
import { paths } from './paths.ts';

/** Answers that a process asks for after a change before anybody needs them, and how many of them at a time. */
export const MOST_EAGER = 500;
export const AT_ONCE = 4;

/** Answers that nobody has needed for so long are left until somebody does, in milliseconds. */
export const NEEDED_WITHIN_MS = 3_600_000;

/** A run follows another one when nobody has called for so long, or at last after `LONGEST_MS`, in milliseconds: a burst is two runs. */
export const QUIET_MS = 1000;
export const LONGEST_MS = 10_000;

/** How many answers came to what; `left` are asked for when somebody needs them. */
export type Renewed = Record<Renewal | 'left', number>;

type Options = {
  cache: Pick<Cache, 'outdated' | 'renew'>;
  log: Pick<Logger, 'info'>;
  /** Rendered pages do not ask the cache while their content is fresh: so long after its last need an answer may be in use. */
  freshMs: number;
  onRun?: (renewed: Renewed) => void;
  now?: () => number;
};

/** Asks for the answers that changes have made out of date, behind the scenes: one run at a time, and at most one more after it. */
export function createRenewal({ cache, log, freshMs, onRun, now = Date.now }: Options) {
  const limit = pLimit(AT_ONCE);
  const closed = new AbortController();
  const { signal } = closed;
  let isWanted = false;
  let calledAt = 0;
  let running: Promise<void> | undefined;

  /** Those in use, the last used first. Searches are not: visitors make them up. */
  function inUse(outdated: Outdated[]): Outdated[] {
    const since = now() - freshMs - NEEDED_WITHIN_MS;
    return outdated
      .filter(({ path, usedAt }) => usedAt >= since && path !== paths.search)
      .sort((a, b) => b.usedAt - a.usedAt)
      .slice(0, MOST_EAGER);
  }

  async function run(): Promise<void> {
    const startedAt = performance.now();
    const outdated = cache.outdated();
    const asked = inUse(outdated);
    const renewed: Renewed = { changed: 0, same: 0, failed: 0, left: outdated.length - asked.length };
    await limit.map(asked, async (one) => {
      renewed[signal.aborted ? 'left' : await cache.renew(one)] += 1;
    });
    onRun?.(renewed);
    log.info({ ...renewed, ms: Math.round(performance.now() - startedAt) }, 'changed content was asked for');
  }

  async function runWhileWanted(): Promise<void> {
    while (isWanted && !signal.aborted) {
      isWanted = false;
      await run();
      await untilQuiet().catch(() => undefined);
    }
    running = undefined;
  }

  /** Rejects when the process ends. */
  async function untilQuiet(): Promise<void> {
    const latest = performance.now() + LONGEST_MS;
    const left = (): number => Math.min(latest, calledAt + QUIET_MS) - performance.now();
    while (left() > 0) await wait(left(), undefined, { signal, ref: false });
  }

  return {
    /** Begins a run, or has one follow the one that is under way. */
    begin(): void {
      isWanted = true;
      calledAt = performance.now();
      running ??= runWhileWanted();
    },

    /** Asks for nothing more; resolves when what is asked for has come. */
    async close(): Promise<void> {
      closed.abort();
      await running;
    },
  };
}
