import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from '../../src/build/places.ts';
import { freePort } from '../support/listen.ts';
import { residentMb } from '../support/processes.ts';
import { rawRequest } from '../support/raw-request.ts';
import { median, printGoals, table } from '../support/report.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

/**
 * `npm run bench -- start [FOLDER] …`: time until the first page and idle memory of this site or of built sites in other
 * folders, and of a bare server, in turn.
 */
const folders = process.argv.length > 2 ? process.argv.slice(2) : [root];

const RUNS = 11;
const IDLE_MS = 3000;
const MAX_FIRST_MS = 450;
const MAX_IDLE_MB = 150;

const BARE = "require('http').createServer((q, r) => r.end('bare')).listen(process.env.PORT, '127.0.0.1')";

type Subject = { name: string; cwd: string; args: string[]; firstMs: number[]; idleMb: number[] };
const subjects: Subject[] = [
  { name: 'bare server', cwd: root, args: ['-e', BARE] },
  ...folders.map((folder) => ({ name: folder, cwd: path.resolve(folder), args: ['dist/server.js'] })),
].map((subject) => ({ ...subject, firstMs: [], idleMb: [] }));

const isServed = (port: number): Promise<boolean> =>
  rawRequest(port, '/').then(
    ({ status }) => status === 200,
    () => false,
  );

async function start({ cwd, args, firstMs, idleMb }: Subject): Promise<void> {
  await using data = await temporaryFolder('start');
  const port = await freePort();
  const startedAt = performance.now();
  const server = spawn(process.execPath, args, {
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
  try {
    await until('the home page is served', () => isServed(port), { pauseMs: 2 });
    firstMs.push(performance.now() - startedAt);
    await wait(IDLE_MS);
    idleMb.push(residentMb(server.pid ?? 0));
  } finally {
    // Node writes its compile cache only at a regular exit.
    server.kill();
    await ended;
  }
}

for (let run = 0; run < RUNS; run += 1) for (const subject of subjects) await start(subject);

const results = subjects.map(({ name, firstMs, idleMb }) => ({
  name,
  firstMs: Math.round(median(firstMs)),
  idleMb: median(idleMb),
}));
console.log(
  `${table(
    ['folder', 'first 200, ms', 'idle, MB'],
    results.map(({ name, firstMs, idleMb }) => [name, firstMs, idleMb]),
  )}\n`,
);
printGoals(
  results.slice(1).flatMap(({ name, firstMs, idleMb }) => [
    { name: `${name}: first 200, ms`, value: firstMs, limit: MAX_FIRST_MS },
    { name: `${name}: idle, MB`, value: idleMb, limit: MAX_IDLE_MB },
  ]),
);
