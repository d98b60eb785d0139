import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { CheckTask } from './check-file.ts';
import type { CheckAnswer } from './checker.ts';

/** How long the process may take to start, in milliseconds: on a busy machine this is not the file's fault. */
const MAX_START_MS = 30_000;
/** Of V8's heap. */
const HEAP_MB = 256;
/** Of all memory that Node reserves, and that a progressive picture of `MAX_MEGAPIXELS` is decoded in. */
const DATA_KB = 1400 * 1024;
/** Seconds of processor time, more than all its files may take: a checker that spins when the site is killed ends by them. */
const CPU_S = 1_200;

/** `late`: there was no answer in time; `died`: the file ended the process, for example by the memory it takes. */
type Silence = 'late' | 'died';
export type CheckOutcome = CheckAnswer | Silence;

/** Pages come before file checks. */
const NICENESS = 5;

/** The shell sets limits that the system itself enforces, also for memory outside of V8's heap. */
const LIMITED = `ulimit -c 0; ulimit -d ${DATA_KB}; ulimit -t ${CPU_S}; exec nice -n ${NICENESS} "$0" "$@"`;

/** The next thing that a checker says. Rejects where it could not be started. */
async function heardFrom<T>(checker: ChildProcess, ms: number): Promise<T | Silence> {
  const over = new AbortController();
  const { signal } = over;
  try {
    return await Promise.race([
      once(checker, 'message', { signal }).then(([message]) => message as T),
      once(checker, 'exit', { signal }).then(() => 'died' as const),
      // An answer that came while this process was busy is read before the clock is believed.
      wait(ms, undefined, { signal }).then(() => nextTurn('late' as const)),
    ]);
  } finally {
    over.abort();
  }
}

/**
 * A process for file checks, without the site's environment and its secrets. It is no thread: one that runs out of memory
 * takes its whole process along (V8 aborts). It keeps nobody from ending, and ends when this process does. That a busy
 * machine is slow to start it is not a file's fault: rejects as for any failure of the system where it does not start.
 */
export async function startChecker(entry: URL): Promise<ChildProcess> {
  const command = [process.execPath, `--max-old-space-size=${HEAP_MB}`, fileURLToPath(entry)];
  const checker = spawn('/bin/sh', ['-c', LIMITED, ...command], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {},
  });
  // `heardFrom` rejects with an error; without any other listener it would end the site.
  checker.on('error', () => undefined);
  checker.unref();
  checker.channel?.unref();
  const first = await heardFrom<'ready'>(checker, MAX_START_MS);
  if (first === 'ready') return checker;
  checker.kill('SIGKILL');
  throw Object.assign(new Error('a process for file checks does not start'), { syscall: 'spawn' });
}

export function outcomeOf(checker: ChildProcess, task: CheckTask, ms: number): Promise<CheckOutcome> {
  checker.send(task, () => undefined);
  return heardFrom<CheckAnswer>(checker, ms);
}
