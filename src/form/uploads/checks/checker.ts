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

// A checker that is ready keeps working while an installation replaces the packages.
await Promise.all([
  import('pdfjs-dist/legacy/build/pdf.mjs'),
  // @ts-expect-error: the package has no types for it.
  import('pdfjs-dist/legacy/build/pdf.worker.mjs'),
  import('sharp'),
]);

process.on('message', async (task: CheckTask) => {
  process.send?.(await respondTo(task));
});
process.send?.('ready');
