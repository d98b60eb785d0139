import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from '../../src/build/places.ts';
import { startDemoBackend } from '../../src/demo/backend.ts';
import { startChild } from '../support/child-process.ts';
import { residentMb } from '../support/processes.ts';
import { table } from '../support/report.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { ARTICLES, MENU_ITEMS, writeLargeContent } from './large-content.ts';

/** Time, memory and written files of a mirror of a large site: first run, nothing changed, one article edited. */
const SAMPLE_MS = 1000;
/** Time until the embedded backend notices an edit among so many articles. */
const REREAD_MS = 60_000;
const EDITED = 'zh/articles/1003.json';

async function runMirror(apiUrl: string, folder: string) {
  const startedAt = performance.now();
  const child = spawn(
    process.execPath,
    [path.join(root, 'src/cli/plinth.ts'), 'mirror', path.join(folder, 'mirror'), '--changes'],
    {
      env: {
        PATH: process.env.PATH,
        API_BASE_URL: apiUrl,
        DATA_DIR: path.join(folder, 'data'),
        SITE_URL: 'https://www.group.example',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  let peakMb = 0;
  const timer = setInterval(() => {
    peakMb = Math.max(peakMb, residentMb(child.pid ?? 0));
  }, SAMPLE_MS);
  const [status] = await once(child, 'close');
  clearInterval(timer);
  if (status !== 0) throw new Error(`exit status ${status}`);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  return [seconds, output.split('\n').filter(Boolean).length, peakMb];
}

async function bench(): Promise<void> {
  await using folder = await temporaryFolder('mirror');
  const content = path.join(folder.path, 'content');
  await mkdir(content);
  await writeLargeContent(content);
  console.log(`${MENU_ITEMS} menu items and ${ARTICLES} articles in each language\n`);
  // The backend is a process of its own, so that its memory is not counted.
  await using backend = startChild(import.meta.filename, { args: [content] });
  const url = await backend.next<string>();
  const rows = [['first', ...(await runMirror(url, folder.path))]];
  rows.push(['nothing changed', ...(await runMirror(url, folder.path))]);
  const file = path.join(content, EDITED);
  const article = JSON.parse(readFileSync(file, 'utf8')) as { title: string };
  writeFileSync(file, JSON.stringify({ ...article, title: `${article.title}!` }));
  await wait(REREAD_MS);
  rows.push(['one article edited', ...(await runMirror(url, folder.path))]);
  console.log(table(['run', 's', 'files written', 'peak MB'], rows));
}

const [served] = process.argv.slice(2);
if (process.send && served) {
  process.send((await startDemoBackend(served)).url);
  process.on('disconnect', () => process.exit());
} else await bench();
