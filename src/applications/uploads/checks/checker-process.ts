import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { CheckTask } from './check-file.ts';
import type { CheckResponse } from './checker.ts';

/** Timeout of the start, which does not count as the file's failure. */
const START_TIMEOUT_MS = 30_000;
const V8_HEAP_MB = 256;
/** Memory limit of the process, sufficient to decode a picture of `MAX_MEGAPIXELS`. */
const MEMORY_KB = 1400 * 1024;
/** Processor time limit, which ends a checker that still runs after the site was killed. */
const CPU_SECONDS = 1_200;

/** `late`: no response within the timeout. `died`: the file crashed the process, for example by exhausting its memory. */
type NoResponse = 'late' | 'died';
export type CheckOutcome = CheckResponse | NoResponse;

/** Gives pages priority over file checks. */
const NICENESS = 5;

/** Sets limits that the system enforces, including memory outside of V8's heap. */
const SHELL_COMMAND = `ulimit -c 0; ulimit -d ${MEMORY_KB}; ulimit -t ${CPU_SECONDS}; exec nice -n ${NICENESS} "$0" "$@"`;

/** Resolves with the next message of a checker. Rejects if the checker could not be started. */
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

/**
 * Starts a process for file checks, without the site's environment and its secrets. A thread would crash the site if V8 ran out of
 * memory. The checker does not keep this process alive and ends with it. Rejects if the checker does not start.
 */
export async function startChecker(entry: URL): Promise<ChildProcess> {
  const command = [
    process.execPath,
    '--disable-sigusr1',
    `--max-old-space-size=${V8_HEAP_MB}`,
    fileURLToPath(entry),
  ];
  const checker = spawn('/bin/sh', ['-c', SHELL_COMMAND, ...command], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {},
  });
  // `nextMessage` rejects with this error, but without a listener the error would end the site.
  checker.on('error', () => undefined);
  checker.unref();
  checker.channel?.unref();
  const first = await nextMessage<'ready'>(checker, START_TIMEOUT_MS);
  if (first === 'ready') return checker;
  checker.kill('SIGKILL');
  throw Object.assign(new Error('the process for file checks does not start'), { syscall: 'spawn' });
}

export function outcomeOf(checker: ChildProcess, task: CheckTask, timeoutMs: number): Promise<CheckOutcome> {
  checker.send(task, () => undefined);
  return nextMessage<CheckResponse>(checker, timeoutMs);
}
