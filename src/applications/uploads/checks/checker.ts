import { type CheckTask, checkUploadedFile } from './check-file.ts';
import type { CheckFailure } from './checker-pool.ts';

// Ignores signals to the process group, so that the site can finish its requests. A checker ends with the site.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);

process.on('message', async (task: CheckTask) => {
  const toFailure = ({ message, code, syscall }: NodeJS.ErrnoException): CheckFailure => ({
    failure: { message, code, syscall },
  });
  process.send?.(await checkUploadedFile(task).catch(toFailure));
});
process.send?.('ready');
