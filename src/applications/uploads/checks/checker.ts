import { type CheckTask, checkFile } from './check-file.ts';

// Ignores signals to the process group, because the site first finishes its requests. A checker ends with the site.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);

process.on('message', async (task: CheckTask) => {
  process.send?.(await checkFile(task));
});
process.send?.('ready');
