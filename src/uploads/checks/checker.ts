import { setPriority } from 'node:os';
import { type CheckTask, checkFile, type FileCheck } from './check-file.ts';
import { CHECKER_NICENESS } from './check-limits.ts';

/** What cannot be sent from one process to another as it is: an error loses all but its message on the way. */
export type CheckFailure = { message: string; code?: string; syscall?: string };
export type CheckAnswer = FileCheck | { failure: CheckFailure };

async function answerTo(task: CheckTask): Promise<CheckAnswer> {
  try {
    return await checkFile(task);
  } catch (error) {
    const { message, code, syscall } = error as NodeJS.ErrnoException;
    return { failure: { message, code, syscall } };
  }
}

// Signals to a whole group of processes are for the site, which first finishes its requests; a checker ends with it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);

setPriority(CHECKER_NICENESS);

process.on('message', async (task: CheckTask) => {
  const answer = await answerTo(task);
  process.send?.(answer);
  // What a file leaves behind goes before the next one comes: V8 would let 64 MB of it pile up.
  globalThis.gc?.();
});
process.send?.('ready');
