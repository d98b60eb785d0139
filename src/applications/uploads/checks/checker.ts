import { type CheckTask, checkFile, type FileCheck } from './check-file.ts';

/** `failure`: an error of the disk or the system as plain data, because only an error's message passes between processes. */
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

// Ignores signals to the process group, because the site finishes its requests first. A checker ends with the site.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);

process.on('message', async (task: CheckTask) => {
  process.send?.(await respondTo(task));
});
process.send?.('ready');
