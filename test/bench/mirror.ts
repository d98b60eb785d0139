import { spawn } from 'node:child_process';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import packageJson from '../../package.json' with { type: 'json' };
import { root } from '../../src/build/places.ts';
import { residentMb } from '../support/processes.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startChild } from './child.ts';
import { ARTICLES, writeLargeContent } from './large-content.ts';
import { MENU_ITEMS } from './large-menu.ts';
import { table } from './numbers.ts';

/** How often the memory of a run is looked at, in milliseconds. */
const LOOK_MS = 1000;
/** By then the backend has seen an edit, in milliseconds. */
const READS_AGAIN_MS = 60_000;
/** How `npm run mirror` starts it. */
const ARGUMENTS = packageJson.scripts.mirror.split(' ').slice(1);
const EDITED = 'zh/articles/1003.json';

await using house = await temporaryFolder('mirror');
const [content, data, mirror] = ['content', 'data', 'mirror'].map((name) => path.join(house.path, name)) as [
  string,
  string,
  string,
];

/** One run: seconds, the megabytes that it took at most and in the middle of its time, and the changed files. */
async function run() {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...ARGUMENTS, mirror, '--changes'], {
    cwd: root,
    env: { PATH: process.env.PATH, API_BASE_URL: url, DATA_DIR: data, SITE_URL: 'https://www.group.example' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const memory: number[] = [];
  const looking = setInterval(() => memory.push(residentMb(child.pid ?? 0)), LOOK_MS);
  const status = await new Promise((resolve) => child.once('close', resolve));
  clearInterval(looking);
  if (status !== 0) throw new Error(`exit status ${status}`);
  const seconds = (performance.now() - startedAt) / 1000;
  return { seconds, memory, changes: said.split('\n').filter(Boolean) };
}

/** Files and bytes of the mirror, by their first folder. */
async function sizes(): Promise<string> {
  const entries = await readdir(mirror, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  let [pages, others, bytes] = [0, 0, 0];
  for (const { parentPath, name } of files) {
    bytes += (await stat(path.join(parentPath, name))).size;
    if (name.endsWith('.html')) pages += 1;
    else others += 1;
  }
  return `${pages} pages, ${others} other files, ${(bytes / 1e6).toFixed(0)} MB`;
}

async function edit(): Promise<void> {
  const file = path.join(content, EDITED);
  const article = JSON.parse(await readFile(file, 'utf8')) as { title: string };
  await writeFile(file, JSON.stringify({ ...article, title: `${article.title}!` }));
}

await mkdir(content);
await writeLargeContent(content);
console.log(`${MENU_ITEMS} menu items and ${ARTICLES} articles in each language\n`);
// In a process of its own, whose memory is no part of the mirror's.
await using backend = startChild('mirror-backend.ts', { args: [content] });
const url = await backend.next<string>();
const rows: (string | number)[][] = [];
for (const name of ['first', 'second, nothing changed', 'third, one article edited']) {
  if (name.startsWith('third')) await edit();
  // The embedded backend reads so many articles now and then, and not at each call.
  if (name.startsWith('third')) await wait(READS_AGAIN_MS);
  const { seconds, memory, changes } = await run();
  const part = (share: number) => memory[Math.floor(memory.length * share)] ?? 0;
  rows.push([
    name,
    seconds.toFixed(0),
    changes.length,
    part(0.25),
    part(0.5),
    part(0.75),
    Math.max(...memory),
  ]);
  if (changes.length < 50) console.log(changes.join('\n'));
}
console.log(table(['run', 's', 'files written', 'MB at 1/4', 'at 1/2', 'at 3/4', 'at most'], rows));
console.log(`\n${await sizes()}`);
