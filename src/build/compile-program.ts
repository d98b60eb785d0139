import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { KEEP_COMPILED } from '../compiled-program.ts';
import { DIST } from './places.ts';

/** What is asked of the site while it runs in the build: functions that answer this are compiled for every start. */
const ADDRESSES = ['/', '/en', '/news/group-news', '/en/news/group-news/1003', '/work-with-us/application'];

/** How long the site may take until it is ready, and then to end, in milliseconds. */
const PATIENCE_MS = 20_000;
const PAUSE_MS = 20;

const READABLE = 0o644;

/**
 * Runs the built site for a moment, with the demo content and a data folder of its own, so that it writes down what V8 has
 * compiled (`compiled-program.ts`). Rejects where it does not start or end.
 */
export async function compileProgram(): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'plinth-compile-'));
  const port = await freePort();
  const site = spawn(process.execPath, [path.join(DIST, 'server.js'), KEEP_COMPILED], {
    stdio: ['ignore', 'ignore', 'inherit'],
    // Nothing of the builder's own settings, which may name the database of a site that runs.
    env: {
      HOST: '127.0.0.1',
      PORT: `${port}`,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'fatal',
    },
  });
  const ended = once(site, 'exit', { signal: AbortSignal.timeout(2 * PATIENCE_MS) });
  try {
    await untilReady(port, () => site.exitCode !== null);
    for (const address of ADDRESSES) await statusOf(port, address);
    site.kill('SIGTERM');
    await ended;
    // The site writes for its own user alone; another one may run what this one builds.
    await chmod(path.join(DIST, 'program.compiled'), READABLE);
  } finally {
    site.kill('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function untilReady(port: number, hasEnded: () => boolean): Promise<void> {
  const endsAt = performance.now() + PATIENCE_MS;
  while ((await statusOf(port, '/readyz')) !== 200) {
    if (hasEnded() || performance.now() > endsAt) throw new Error('the built site does not start');
    await wait(PAUSE_MS);
  }
}

/** The status of an answer; undefined where there is none. */
const statusOf = (port: number, address: string): Promise<number | undefined> =>
  new Promise((resolve) => {
    request({ host: '127.0.0.1', port, path: address, agent: false }, (answer) =>
      answer.resume().once('end', () => resolve(answer.statusCode)),
    )
      .once('error', () => resolve(undefined))
      .end();
  });

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
