import { type CheckTask, checkFile, type FileCheck } from './check-file.ts';

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

process.on('message', async (task: CheckTask) => {
  process.send?.(await answerTo(task));
});
process.send?.('ready');
