import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from '../../src/build/places.ts';
import { freePort } from '../support/listen.ts';
import { killTree, processorMs, residentMb, treeOf } from '../support/processes.ts';
import { rawRequest } from '../support/raw-request.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';
import { median, table } from './numbers.ts';

/**
 * `npm run bench:start -- FOLDER …`: the time from the start to the first page and the memory of an idle site, of this
 * project or of the ones in these folders, which are built, in turn. WEB_CONCURRENCY counts.
 */
const folders = process.argv.length > 2 ? process.argv.slice(2) : [root];

const RUNS = 7;
const IDLE_MS = 3000;
const PAUSE_MS = 2;

type Figures = { firstMs: number; workMs: number; idleMb: number; processes: number };

const answers = (port: number): Promise<boolean> =>
  rawRequest(port, '/').then(
    ({ status }) => status === 200,
    () => false,
  );

async function measure(folder: string): Promise<Figures> {
  await using data = await temporaryFolder('start');
  const port = await freePort();
  const startedAt = performance.now();
  const site = spawn(process.execPath, ['dist/server.js'], {
    cwd: path.resolve(folder),
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, HOST: '127.0.0.1', PORT: `${port}`, DATA_DIR: data.path, LOG_LEVEL: 'warn' },
  });
  const ended = once(site, 'exit');
  const pid = site.pid ?? 0;
  try {
    await until('the first page is there', () => answers(port), { pauseMs: PAUSE_MS });
    const firstMs = performance.now() - startedAt;
    const workMs = processorMs(pid);
    await wait(IDLE_MS);
    return { firstMs, workMs, idleMb: residentMb(pid), processes: treeOf(pid).length };
  } finally {
    killTree(pid);
    await ended;
  }
}

const runs = folders.map((folder) => ({ folder, figures: [] as Figures[] }));
for (let run = 0; run < RUNS; run += 1) {
  for (const { folder, figures } of runs) figures.push(await measure(folder));
}
const rows = runs.map(({ folder, figures }) => {
  const middle = (name: keyof Figures) => Math.round(median(figures.map((run) => run[name])));
  return [folder, middle('processes'), middle('firstMs'), middle('workMs'), middle('idleMb')];
});
console.log(
  table(['folder', 'processes', 'first 200, ms', 'processor time until then, ms', 'idle, MB'], rows),
);
