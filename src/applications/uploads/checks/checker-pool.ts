import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { createFairQueue } from '../../../lib/fair-queue.ts';
import { LONG_CHECK_MS, MAX_LONG_CHECKS, MAX_QUICK_CHECKS, QUICK_CHECK_MS } from '../../rules/limits.ts';
import type { CheckTask, FileCheck } from './check-file.ts';

const START_TIMEOUT_MS = 30_000;
const CHECKER_IDLE_MS = 30_000;
/** After this many checks of all checkers, the current one is replaced, so that libraries do not accumulate memory. */
const CHECKS_PER_REPLACEMENT = 100;

/** Entry file of the checker, which is next to this file both in the source and in the build. */
const CHECKER_ENTRY = path.join(import.meta.dirname, `checker${path.extname(import.meta.filename)}`);

const V8_HEAP_MB = 256;
/** Process memory limit, sufficient to decode an image of `MAX_PIXELS`. */
const MEMORY_KB = 1400 * 1024;
/** CPU time limit, which ends a checker that is still busy after the site was killed. */
const CPU_SECONDS = 1_200;
/** Gives pages precedence over checks. */
const NICENESS = 5;

/** The system also limits memory outside of V8's heap. */
const SHELL_COMMAND = `ulimit -c 0; ulimit -d ${MEMORY_KB}; ulimit -t ${CPU_SECONDS}; exec nice -n ${NICENESS} "$0" "$@"`;

const refusals = {
  late: { ok: false, code: 'fileNotChecked' },
  died: { ok: false, code: 'fileUnsafe' },
} as const satisfies Record<string, FileCheck>;
type NoResponse = keyof typeof refusals;
/** Messages between processes lose an error's class. */
export type CheckFailure = { failure: Pick<NodeJS.ErrnoException, 'message' | 'code' | 'syscall'> };

async function nextMessage<T>(checker: ChildProcess, timeoutMs: number): Promise<T | NoResponse> {
  const stop = new AbortController();
  const { signal } = stop;
  try {
    return await Promise.race([
      once(checker, 'message', { signal }).then(([message]) => message as T),
      once(checker, 'exit', { signal }).then(() => 'died' as const),
      // Messages that arrived while this process was busy take precedence over the timeout.
      wait(timeoutMs, undefined, { signal }).then(() => nextTurn('late' as const)),
    ]);
  } finally {
    stop.abort();
  }
}

/** Has no access to the site's environment and secrets. A thread would crash the site if V8 ran out of memory. */
async function startChecker(entry: string): Promise<ChildProcess> {
  const node = [process.execPath, '--disable-sigusr1', `--max-old-space-size=${V8_HEAP_MB}`];
  const checker = spawn('/bin/sh', ['-c', SHELL_COMMAND, ...node, entry], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {},
  });
  // `nextMessage` rejects with this error, but without a listener the error would end the site.
  checker.on('error', () => undefined);
  checker.unref();
  checker.channel?.unref();
  if ((await nextMessage(checker, START_TIMEOUT_MS)) === 'ready') return checker;
  checker.kill('SIGKILL');
  throw Object.assign(new Error('the process for file checks does not start'), { syscall: 'spawn' });
}

/** Checks files in other processes. A process that times out is killed. */
export function createCheckerPool(entry = CHECKER_ENTRY, quickMs = QUICK_CHECK_MS, longMs = LONG_CHECK_MS) {
  const quick = createFairQueue({ limit: MAX_QUICK_CHECKS, limitPerClient: 1 });
  const long = createFairQueue({ limit: MAX_LONG_CHECKS });
  const idle = new Map<ChildProcess, NodeJS.Timeout>();
  const results = { answered: 0, late: 0, died: 0 };

  function stop(checker: ChildProcess): void {
    checker.kill('SIGKILL');
    clearTimeout(idle.get(checker));
    idle.delete(checker);
  }

  async function start(): Promise<ChildProcess> {
    const checker = await startChecker(entry);
    return checker.once('exit', () => stop(checker));
  }

  async function check(task: CheckTask, timeoutMs: number): Promise<FileCheck | CheckFailure | NoResponse> {
    const [[waiting, timer] = []] = idle;
    clearTimeout(timer);
    const checker = waiting ?? (await start());
    idle.delete(checker);
    checker.send(task, () => undefined);
    const result = await nextMessage<FileCheck | CheckFailure>(checker, timeoutMs);
    const isLast = (results.answered + 1) % CHECKS_PER_REPLACEMENT === 0;
    if (isLast || typeof result === 'string') stop(checker);
    else idle.set(checker, setTimeout(stop, CHECKER_IDLE_MS, checker).unref());
    return result;
  }

  return {
    /** `clients`: keys of session, address and network. Rejects if no checker starts, or the signal aborts meanwhile. */
    async check(task: CheckTask, clients: readonly string[], signal?: AbortSignal): Promise<FileCheck> {
      const first = await quick.run(clients, () => check(task, quickMs), signal);
      const result = first === 'late' ? await long.run(clients, () => check(task, longMs), signal) : first;
      results[typeof result === 'string' ? result : 'answered'] += 1;
      if (typeof result === 'string') return refusals[result];
      if ('failure' in result) throw Object.assign(new Error(result.failure.message), result.failure);
      return result;
    },
    counts() {
      const [one, other] = [quick.counts(), long.counts()];
      const running = one.running + other.running;
      return { waiting: one.waiting + other.waiting, running, results: { ...results } };
    },
    close: (): void => {
      for (const checker of [...idle.keys()]) stop(checker);
    },
  };
}

export type CheckerPool = ReturnType<typeof createCheckerPool>;
