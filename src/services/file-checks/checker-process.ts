import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { CheckTask } from './check-file.ts';
import type { CheckAnswer } from './checker.ts';
import { CHECKER_CPU_S, CHECKER_DATA_KB, CHECKER_HEAP_MB } from './limits.ts';

/** `late`: there was no answer in time; `died`: the file ended the process, for example by the memory it takes. */
export type Outcome = CheckAnswer | 'late' | 'died';

/** The shell sets what Node cannot: bounds that the system itself keeps, also for memory outside of V8's heap. */
const BOUNDED = `ulimit -c 0; ulimit -d ${CHECKER_DATA_KB}; ulimit -t ${CHECKER_CPU_S}; exec "$0" "$@"`;

/**
 * A process for file checks, without the site's environment and its secrets. It is no thread: one that runs out of memory
 * takes its whole process along (V8 aborts). It keeps nobody from ending, and ends when this process does.
 */
export function startChecker(entry: URL): ChildProcess {
  const command = [process.execPath, `--max-old-space-size=${CHECKER_HEAP_MB}`, fileURLToPath(entry)];
  const checker = spawn('/bin/sh', ['-c', BOUNDED, ...command], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {},
  });
  // Who waits for an answer hears of an error; without a listener it would end the site.
  checker.on('error', () => undefined);
  checker.unref();
  checker.channel?.unref();
  return checker;
}

/** What a checker says to a file. Rejects where it could not be started. */
export async function outcomeOf(checker: ChildProcess, task: CheckTask, ms: number): Promise<Outcome> {
  const over = new AbortController();
  const { signal } = over;
  try {
    checker.send(task, () => undefined);
    return await Promise.race([
      once(checker, 'message', { signal }).then(([answer]) => answer as CheckAnswer),
      once(checker, 'exit', { signal }).then(() => 'died' as const),
      // An answer that came while this process was busy is read before the clock is believed.
      wait(ms, undefined, { signal }).then(() => nextTurn('late' as const)),
    ]);
  } finally {
    over.abort();
  }
}
