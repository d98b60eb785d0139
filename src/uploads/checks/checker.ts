import { setPriority } from 'node:os';
import { type CheckTask, checkFile, type FileCheck } from './check-file.ts';

/** Pages come before file checks, which still get a third of a core of a busy machine: 0 is the site's own, 19 the last. */
const NICENESS = 5;

/** `failure`: the sendable part of an error, which loses all but its message between processes. */
export type CheckAnswer =
  | FileCheck
  | { failure: Pick<NodeJS.ErrnoException, 'message' | 'code' | 'syscall'> };

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

setPriority(NICENESS);

process.on('message', async (task: CheckTask) => {
  const answer = await answerTo(task);
  process.send?.(answer);
  // Garbage of one file is collected before the next: V8 would let 64 MB of it pile up.
  globalThis.gc?.();
});
process.send?.('ready');
