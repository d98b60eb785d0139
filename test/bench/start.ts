import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from '../../src/build/places.ts';
import { freePort } from '../support/listen.ts';
import { processorMs, residentMb, treeOf } from '../support/processes.ts';
import { rawRequest } from '../support/raw-request.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';
import { median, table, tellGoals } from './numbers.ts';

/**
 * `npm run bench -- start FOLDER …`: the time from the start to the first page and the memory of an idle site, of this
 * project or of the ones in these folders, which are built, in turn with a bare server, all as the `Procfile` starts the site.
 * WEB_CONCURRENCY counts.
 */
const folders = process.argv.length > 2 ? process.argv.slice(2) : [root];

/** Starts follow each other at once: one after a pause is slower where the system has taken idle pages of the disk back. */
const START_RUNS = 21;
const MEMORY_RUNS = 3;
const IDLE_MS = 3000;
/** After a visit, until the indexes of the search are made too. */
const INDEXED_MS = 14_000;
const PAUSE_MS = 2;

const MAX_FIRST_MS = 450;
const MAX_IDLE_MB = 150;

const BARE = "require('http').createServer((q, r) => r.end('bare')).listen(process.env.PORT, '127.0.0.1')";

type Subject = { name: string; cwd: string; args: string[]; ready: string };

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
      MALLOC_ARENA_MAX: '2',
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

type Start = { firstMs: number; workMs: number };

/** A start that is asked for its home page from the beginning. */
function measureStart(subject: Subject): Promise<Start> {
  const startedAt = performance.now();
  return atFirst(subject, '/', async (pid) => ({
    firstMs: performance.now() - startedAt,
    workMs: processorMs(pid),
  }));
}

type Memory = { idleMb: number; visitedMb: number; processes: number };

/** Two starts: nobody comes to the first, and one visitor to the second. */
async function measureMemory(subject: Subject): Promise<Memory> {
  const idleMb = await atFirst(subject, subject.ready, (pid) => wait(IDLE_MS).then(() => residentMb(pid)));
  return atFirst(subject, '/', async (pid) => {
    await wait(INDEXED_MS);
    return { idleMb, visitedMb: residentMb(pid), processes: treeOf(pid).length };
  });
}

/** So many runs of each subject in turn, as a list a subject. */
async function inTurn<T>(runs: number, measure: (subject: Subject) => Promise<T>): Promise<T[][]> {
  const figures: T[][] = subjects.map(() => []);
  for (let run = 0; run < runs; run += 1) {
    for (const [at, subject] of subjects.entries()) figures[at]?.push(await measure(subject));
  }
  return figures;
}

const starts = await inTurn(START_RUNS, measureStart);
const memories = await inTurn(MEMORY_RUNS, measureMemory);
const middle = <K extends string>(runs: Record<K, number>[] = [], figure: K) =>
  Math.round(median(runs.map((run) => run[figure])));
const results = subjects.map(({ name }, at) => ({
  name,
  processes: middle(memories[at], 'processes'),
  firstMs: middle(starts[at], 'firstMs'),
  workMs: middle(starts[at], 'workMs'),
  idleMb: middle(memories[at], 'idleMb'),
  visitedMb: middle(memories[at], 'visitedMb'),
}));
const HEAD = [
  'folder',
  'processes',
  'first 200, ms',
  'processor time until then, ms',
  'before anybody comes, MB',
  'after a page, with the index, MB',
];
const rows = results.map(({ name, ...figures }) => [name, ...Object.values(figures)]);
console.log(`${table(HEAD, rows)}\n`);
tellGoals(
  results.slice(1).flatMap(({ name, firstMs, idleMb }) => [
    { name: `${name}: first 200, ms`, value: firstMs, limit: MAX_FIRST_MS },
    { name: `${name}: before anybody comes, MB`, value: idleMb, limit: MAX_IDLE_MB },
  ]),
);
