import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ALLOCATOR } from '../../src/allocator.ts';
import { root } from '../../src/build/places.ts';
import { freePort } from '../support/listen.ts';
import { processorMs, residentMb, treeOf } from '../support/processes.ts';
import { rawRequest } from '../support/raw-request.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';
import { median, table, tellGoals } from './numbers.ts';

/**
 * `npm run bench:start -- FOLDER …`: the time from the start to the first page and the memory of an idle site, of this
 * project or of the ones in these folders, which are built, in turn with a bare server, all as the `Procfile` starts the site.
 * WEB_CONCURRENCY counts.
 */
const folders = process.argv.length > 2 ? process.argv.slice(2) : [root];

const RUNS = 7;
const IDLE_MS = 3000;
/** After a visit, until the indexes of the search are made too. */
const INDEXED_MS = 14_000;
const PAUSE_MS = 2;

const MAX_FIRST_MS = 300;
const MAX_IDLE_MB = 110;

const BARE = "require('http').createServer((q, r) => r.end('bare')).listen(process.env.PORT, '127.0.0.1')";

type Subject = { name: string; cwd: string; args: string[]; ready: string };
type Figures = { firstMs: number; workMs: number; idleMb: number; visitedMb: number; processes: number };

const subjects: Subject[] = [
  { name: 'bare server', cwd: root, args: ['-e', BARE], ready: '/' },
  ...folders.map((folder) => ({
    name: folder,
    cwd: path.resolve(folder),
    args: ['dist/server.js'],
    ready: '/readyz',
  })),
];

const answers = (port: number, address: string): Promise<boolean> =>
  rawRequest(port, address).then(
    ({ status }) => status === 200,
    () => false,
  );

/** Starts a server with a data folder of its own, and gives what is measured when an address has its first answer. */
async function atFirst<T>(
  { cwd, args }: Subject,
  address: string,
  use: (pid: number) => Promise<T>,
): Promise<T> {
  await using data = await temporaryFolder('start');
  const port = await freePort();
  const server: ChildProcess = spawn(process.execPath, args, {
    cwd,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      ...ALLOCATOR,
      HOST: '127.0.0.1',
      PORT: `${port}`,
      DATA_DIR: data.path,
      LOG_LEVEL: 'error',
    },
  });
  const ended = once(server, 'exit');
  const { pid } = server;
  if (pid === undefined) throw new Error(`${cwd} does not start`);
  try {
    await until(`${address} is there`, () => answers(port, address), { pauseMs: PAUSE_MS });
    return await use(pid);
  } finally {
    // Node writes down what it has compiled when a process ends in order.
    server.kill();
    await ended;
  }
}

/** Two starts: nobody comes to the first, and the second is asked for its home page from the beginning. */
async function measure(subject: Subject): Promise<Figures> {
  const idleMb = await atFirst(subject, subject.ready, (pid) => wait(IDLE_MS).then(() => residentMb(pid)));
  const startedAt = performance.now();
  return atFirst(subject, '/', async (pid) => {
    const firstMs = performance.now() - startedAt;
    const workMs = processorMs(pid);
    await wait(INDEXED_MS);
    return { firstMs, workMs, idleMb, visitedMb: residentMb(pid), processes: treeOf(pid).length };
  });
}

const runs = subjects.map((subject) => ({ subject, figures: [] as Figures[] }));
for (let run = 0; run < RUNS; run += 1) {
  for (const { subject, figures } of runs) figures.push(await measure(subject));
}
const results = runs.map(({ subject: { name }, figures }) => ({
  name,
  middle: (figure: keyof Figures) => Math.round(median(figures.map((run) => run[figure]))),
}));
const COLUMNS = {
  processes: 'processes',
  firstMs: 'first 200, ms',
  workMs: 'processor time until then, ms',
  idleMb: 'before anybody comes, MB',
  visitedMb: 'after a page, with the index, MB',
} as const;
const rows = results.map(({ name, middle }) => [
  name,
  ...Object.keys(COLUMNS).map((figure) => middle(figure as keyof Figures)),
]);
console.log(`${table(['folder', ...Object.values(COLUMNS)], rows)}\n`);
tellGoals(
  results.slice(1).flatMap(({ name, middle }) => [
    { name: `${name}: first 200, ms`, value: middle('firstMs'), limit: MAX_FIRST_MS },
    { name: `${name}: before anybody comes, MB`, value: middle('idleMb'), limit: MAX_IDLE_MB },
  ]),
);
