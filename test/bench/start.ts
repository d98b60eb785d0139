import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from '../../src/build/places.ts';
import { freePort } from '../support/listen.ts';
import { residentMb } from '../support/processes.ts';
import { rawRequest } from '../support/raw-request.ts';
import { median, printGoals } from '../support/report.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

/** Measures the time until the first page, and idle memory. */
const RUNS = 11;
const IDLE_MS = 3000;
const MAX_FIRST_MS = 450;
const MAX_IDLE_MB = 150;

const isServed = (port: number): Promise<boolean> =>
  rawRequest(port, '/').then(
    ({ status }) => status === 200,
    () => false,
  );

const firstMs: number[] = [];
const idleMb: number[] = [];
for (let run = 0; run < RUNS; run += 1) {
  await using data = await temporaryFolder('start');
  const port = await freePort();
  const startedAt = performance.now();
  const server = spawn(process.execPath, ['dist/server.js'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      MALLOC_ARENA_MAX: '2',
      HOST: '127.0.0.1',
      PORT: `${port}`,
      DATA_DIR: data.path,
      LOG_LEVEL: 'error',
    },
  });
  const ended = once(server, 'exit');
  try {
    await until('the home page is served', () => isServed(port), { pauseMs: 2 });
    firstMs.push(performance.now() - startedAt);
    await wait(IDLE_MS);
    idleMb.push(residentMb(server.pid ?? 0));
  } finally {
    // Node writes its compile cache only on a regular exit.
    server.kill();
    await ended;
  }
}

printGoals([
  { name: 'first 200, ms', value: median(firstMs), limit: MAX_FIRST_MS },
  { name: 'idle, MB', value: median(idleMb), limit: MAX_IDLE_MB },
]);
