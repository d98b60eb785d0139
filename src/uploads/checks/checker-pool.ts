import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { extname } from 'node:path';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { CheckTask, FileCheck } from './check-file.ts';
import type { CheckAnswer } from './checker.ts';
import { createFairQueue } from './fair-queue.ts';

/** A check that takes longer is ended: the answer comes within 10 s. */
const CHECK_TIMEOUT_MS = 9_000;
/** A busy machine that is slow to start a process is not the file's fault. */
const START_TIMEOUT_MS = 30_000;
/** Checks at a time in each worker of the site; each visitor has one of them at a time. */
const MAX_CHECKERS = 2;

/** Limits of one checker. The data limit has room for a progressive picture of `MAX_MEGAPIXELS`. */
const MAX_HEAP_MB = 256;
const MAX_DATA_KB = 1400 * 1024;
/** Ends a checker that spins when the site is killed. */
const MAX_CPU_S = 60;
/** Pages come before file checks. */
const NICENESS = 5;

/** The shell sets limits that the system itself enforces, also for memory outside of V8's heap. */
const LIMITED = `ulimit -c 0; ulimit -d ${MAX_DATA_KB}; ulimit -t ${MAX_CPU_S}; exec nice -n ${NICENESS} "$0" "$@"`;

const CHECKER = new URL(`./checker${extname(import.meta.url)}`, import.meta.url);

const verdicts = {
  late: { ok: false, code: 'fileNotChecked' },
  died: { ok: false, code: 'fileUnsafe' },
} as const satisfies Record<string, FileCheck>;

/** No answer in time, or the file ended the process, for example by the memory it takes. */
type Silence = keyof typeof verdicts;

/**
 * Runs each `checkFile` in a process of its own, without the site's environment and its secrets: whatever a file holds, its check ends
 * within `timeoutMs` by the clock of this process, and no file meets what another left behind.
 */
export function createCheckerPool(entry = CHECKER, timeoutMs = CHECK_TIMEOUT_MS) {
  const queue = createFairQueue(MAX_CHECKERS);
  const results = { answered: 0, late: 0, died: 0 };

  return {
    /** `visitor` is the owner of the file. Rejects for a failure of disk or system, never for what the file holds. */
    async check(task: CheckTask, visitor: string): Promise<FileCheck> {
      const outcome = await queue.run(visitor, () => runChecker(entry, task, timeoutMs));
      results[typeof outcome === 'string' ? outcome : 'answered'] += 1;
      if (typeof outcome === 'string') return verdicts[outcome];
      if ('failure' in outcome) throw Object.assign(new Error(outcome.failure.message), outcome.failure);
      return outcome;
    },
    counts: () => ({ ...queue.counts(), results: { ...results } }),
  };
}

export type CheckerPool = ReturnType<typeof createCheckerPool>;

async function runChecker(entry: URL, task: CheckTask, timeoutMs: number): Promise<CheckAnswer | Silence> {
  const node = [process.execPath, `--max-old-space-size=${MAX_HEAP_MB}`, fileURLToPath(entry)];
  const checker = spawn('/bin/sh', ['-c', LIMITED, ...node], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {},
  });
  // Without a listener the error would end the site; `messageFrom` rejects with it.
  checker.on('error', () => undefined);
  try {
    if ((await messageFrom(checker, START_TIMEOUT_MS)) !== 'ready')
      throw Object.assign(new Error('a process for file checks does not start'), { syscall: 'spawn' });
    checker.send(task, () => undefined);
    return await messageFrom<CheckAnswer>(checker, timeoutMs);
  } finally {
    checker.kill('SIGKILL');
  }
}

/** The next message of a checker. Rejects if the process cannot be started. */
async function messageFrom<T>(checker: ChildProcess, timeoutMs: number): Promise<T | Silence> {
  const over = new AbortController();
  const { signal } = over;
  try {
    return await Promise.race([
      once(checker, 'message', { signal }).then(([message]) => message as T),
      once(checker, 'exit', { signal }).then(() => 'died' as const),
      // An answer that came while this process was busy is read before the clock is believed.
      wait(timeoutMs, undefined, { signal }).then(() => nextTurn('late' as const)),
    ]);
  } finally {
    over.abort();
  }
}
