import type { ChildProcess } from 'node:child_process';
import { extname } from 'node:path';
import type { CheckTask, FileCheck } from './check-file.ts';
import { type CheckOutcome, outcomeOf, startChecker } from './checker-process.ts';
import { createFairQueue } from './fair-queue.ts';

/** How long one file may be looked at, in milliseconds, before its check is ended: the answer comes within 10 s. */
const MAX_CHECK_MS = 9_000;
/** Processes that look into files, a site's worker; each visitor has one of them at a time. */
const MAX_CHECKERS = 2;
/** Files that one of them looks into before a new one takes its place. */
const FILES_PER_CHECKER = 100;
/** How long it waits for the next file, in milliseconds. */
const CHECKER_IDLE_MS = 30_000;

type Checker = { process: ChildProcess; files: number; idle?: NodeJS.Timeout };

/** Beside this file, in the source as in what is built of it. */
const CHECKER = new URL(`./checker${extname(import.meta.url)}`, import.meta.url);

const verdicts = {
  late: { ok: false, code: 'fileNotChecked' },
  died: { ok: false, code: 'fileUnsafe' },
} as const satisfies Record<string, FileCheck>;

/**
 * `checkFile` in processes of its own: whatever a file holds, its check ends within `maxMs` by the clock of this process,
 * which kills the other and starts a new one for the next file. Others' files are checked meanwhile.
 */
export function createCheckerPool(entry = CHECKER, maxMs = MAX_CHECK_MS) {
  const queue = createFairQueue(MAX_CHECKERS);
  const free: Checker[] = [];
  const results = { answered: 0, late: 0, died: 0 };

  const leave = (checker: Checker): void => {
    checker.process.kill('SIGKILL');
    const at = free.indexOf(checker);
    if (at !== -1) free.splice(at, 1);
  };

  async function start(): Promise<Checker> {
    const checker = { process: await startChecker(entry), files: 0 };
    checker.process.once('exit', () => leave(checker));
    return checker;
  }

  function release(checker: Checker): void {
    checker.files += 1;
    if (checker.files === FILES_PER_CHECKER) leave(checker);
    else {
      checker.idle = setTimeout(() => leave(checker), CHECKER_IDLE_MS).unref();
      free.push(checker);
    }
  }

  async function check(task: CheckTask): Promise<CheckOutcome> {
    const checker = free.pop() ?? (await start());
    clearTimeout(checker.idle);
    const outcome = await outcomeOf(checker.process, task, maxMs);
    if (typeof outcome === 'string') leave(checker);
    else release(checker);
    return outcome;
  }

  return {
    /** `visitor` is the owner of the file. Rejects for a failure of disk or system, never for what the file holds. */
    async check(task: CheckTask, visitor: string): Promise<FileCheck> {
      const outcome = await queue.run(visitor, () => check(task));
      results[typeof outcome === 'string' ? outcome : 'answered'] += 1;
      if (typeof outcome === 'string') return verdicts[outcome];
      if ('failure' in outcome) throw Object.assign(new Error(outcome.failure.message), outcome.failure);
      return outcome;
    },
    counts: () => ({ ...queue.counts(), results: { ...results } }),
    /** Ends those that wait for a file. */
    close: (): void => {
      for (const checker of [...free]) leave(checker);
    },
  };
}

export type CheckerPool = ReturnType<typeof createCheckerPool>;
