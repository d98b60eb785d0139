import { type CheckTask, checkFile, type FileCheck } from './check-file.ts';

/** `failure`: an error of disk or system. Errors lose everything but their message between processes. */
export type CheckResponse =
  | FileCheck
  | { failure: Pick<NodeJS.ErrnoException, 'message' | 'code' | 'syscall'> };

async function respondTo(task: CheckTask): Promise<CheckResponse> {
  try {
    return await checkFile(task);
  } catch (error) {
    const { message, code, syscall } = error as NodeJS.ErrnoException;
    return { failure: { message, code, syscall } };
  }
}

// Signals to the process group are for the site, which finishes its requests first. A checker ends with it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);

process.on('message', async (task: CheckTask) => {
  process.send?.(await respondTo(task));
});
process.send?.('ready');
