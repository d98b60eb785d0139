import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const TIMEOUT_MS = 30_000;
const PAUSE_MS = 50;

/**
 * Runs the built site with demo content until it serves a page: on exit it writes a code cache with the functions that were
 * compiled. Node's own compile cache lacks functions that are compiled on their first call. The cache only speeds up the start.
 */
export async function writeCodeCache(dist: string): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'plinth-build-'));
  const port = await freePort();
  const site = spawn(process.execPath, [path.join(dist, 'server.js'), '--write-code-cache'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    // Without the operator's settings: they may name the database of a running site.
    env: { HOST: '127.0.0.1', PORT: `${port}`, DATA_DIR: dataDir, LOG_LEVEL: 'fatal' },
  });
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const ended = once(site, 'exit', { signal });
  try {
    while (site.exitCode === null && !(await isShown(port))) await wait(PAUSE_MS, undefined, { signal });
    site.kill('SIGTERM');
    await ended;
    // The site writes files for its own user only, but another user may run this build.
    await chmod(path.join(dist, 'program.cache'), 0o644);
  } finally {
    site.kill('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
  }
}

const isShown = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/`).then(
    ({ ok }) => ok,
    () => false,
  );

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
