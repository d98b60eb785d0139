/** @module-tag matrix */
import { expect, it } from 'vitest';
import { startDemoSite } from '../support/demo-site.ts';
import { rawServer } from '../support/serve.ts';

/** Starts a site whose log is on a full disk. */
const startWithFullLog = (port?: number) =>
  startDemoSite({
    supervisor: ['/bin/sh', '-c', 'exec "$@" > /dev/full', 'sh'],
    environment: { LOG_LEVEL: 'info' },
    port,
  });

it('SIGTERM ends a site whose log cannot be written', async () => {
  await using site = await startWithFullLog();
  process.kill(site.pid, 'SIGTERM');
  expect(await site.ended).toEqual({ code: 0, signal: null });
});

it('a site whose log cannot be written exits if its port is in use', async () => {
  const { port } = await rawServer((socket) => socket.end());
  await expect(startWithFullLog(port)).rejects.toThrow('exited before');
});
