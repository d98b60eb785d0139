import type { ChildProcess } from 'node:child_process';
import { extname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createFairQueue } from '../../../lib/fair-queue.ts';
import type { CheckTask, FileCheck } from './check-file.ts';
import { type CheckOutcome, outcomeOf, startChecker } from './checker-process.ts';

/** Timeout of a check, because a POST must be answered within 10 seconds. */
const CHECK_TIMEOUT_MS = 9_000;
/** Maximum checker processes of this process. Each visitor uses one at a time. */
const MAX_CHECKERS = 2;
/** Number of files after which a new checker replaces the old one. */
const FILES_PER_CHECKER = 100;
const CHECKER_IDLE_MS = 30_000;
/** Retry period for starting a checker, because `npm ci` temporarily removes Node and the packages. */
const START_RETRY_MS = 20_000;
const START_PAUSE_MS = 500;

type Checker = { process: ChildProcess; files: number; idle?: NodeJS.Timeout };

/** The checker is next to this file, both in the source and in the build. */
const CHECKER_ENTRY = new URL(`./checker${extname(import.meta.url)}`, import.meta.url);

const refusals = {
  late: { ok: false, code: 'fileNotChecked' },
  died: { ok: false, code: 'fileUnsafe' },
} as const satisfies Record<string, FileCheck>;

/** Runs `checkFile` in other processes. After `timeoutMs`, it kills the process and starts a new one for the next file. */
export function createCheckerPool(
  entry = CHECKER_ENTRY,
  timeoutMs = CHECK_TIMEOUT_MS,
  startRetryMs = START_RETRY_MS,
) {
  const queue = createFairQueue({ limit: MAX_CHECKERS, limitPerClient: 1 });
  const free: Checker[] = [];
  const results = { answered: 0, late: 0, died: 0 };

  const stop = (checker: Checker): void => {
    checker.process.kill('SIGKILL');
    const at = free.indexOf(checker);
    if (at !== -1) free.splice(at, 1);
  };

  async function startPatiently(): Promise<ChildProcess> {
    const endsAt = performance.now() + startRetryMs;
    for (;;)
      try {
        return await startChecker(entry);
      } catch (error) {
        if (performance.now() > endsAt) throw error;
        await wait(START_PAUSE_MS);
      }
  }

  async function start(): Promise<Checker> {
    const checker = { process: await startPatiently(), files: 0 };
    checker.process.once('exit', () => stop(checker));
    return checker;
  }

  function release(checker: Checker): void {
    checker.files += 1;
    if (checker.files === FILES_PER_CHECKER) stop(checker);
    else {
      checker.idle = setTimeout(() => stop(checker), CHECKER_IDLE_MS).unref();
      free.push(checker);
    }
  }

  async function check(task: CheckTask): Promise<CheckOutcome> {
    const checker = free.pop() ?? (await start());
    clearTimeout(checker.idle);
    const outcome = await outcomeOf(checker.process, task, timeoutMs);
    if (typeof outcome === 'string') stop(checker);
    else release(checker);
    return outcome;
  }

  return {
    /** Checks a visitor's file. Rejects only if the disk or the system fails. */
    async check(task: CheckTask, visitor: string): Promise<FileCheck> {
      const outcome = await queue.run(visitor, () => check(task));
      results[typeof outcome === 'string' ? outcome : 'answered'] += 1;
      if (typeof outcome === 'string') return refusals[outcome];
      if ('failure' in outcome) throw Object.assign(new Error(outcome.failure.message), outcome.failure);
      return outcome;
    },
    counts: () => ({ ...queue.counts(), results: { ...results } }),
    /** Stops idle checkers. */
    close: (): void => {
      for (const checker of [...free]) stop(checker);
    },
  };
}

export type CheckerPool = ReturnType<typeof createCheckerPool>;
