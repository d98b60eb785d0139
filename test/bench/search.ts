import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { paths } from '../../src/backend/paths.ts';
import { slug } from '../../src/content/menu/slug.ts';
import { languages } from '../../src/i18n/languages.ts';
import { residentMb } from '../support/processes.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';
import { startChild } from './child.ts';
import { ARTICLES, writeLargeContent } from './large-content.ts';
import { MENU_ITEMS } from './large-menu.ts';
import { type Generator, type Measured, measure, startGenerator } from './load.ts';
import { median, table, tellGoals } from './numbers.ts';
import type { IndexFigures } from './search-index.ts';
import { startBuilt } from './sites.ts';

/** `npm run bench -- search`: the search over the pages of a large site: time, memory, queries, and pages while the index is made anew. */
const ROUNDS = 3;
const SECONDS = 3;
const CONNECTIONS = 25;
const TOKEN = 'a-token-of-the-bench';

const MAX_QUERY_MS = 5;
const MAX_P99_RATIO = 1.5;

/** What each page of an office says in the second run; a code that is none of an office's is left as it is. */
const PARAGRAPH = {
  zh: '办事处负责本地区的项目联络、企业走访与投后服务，每周二、周四接待来访，请至少提前一天预约。',
  en: 'The office looks after enquiries, visits to companies and the holdings of its region; it is open to visitors on Tuesdays and Thursdays by appointment. ',
};
const PARAGRAPHS = { zh: 20, en: 7 };
const OFFICES = 1700;

function writeOffices(folder: string): void {
  for (const language of languages) {
    const common = path.join(folder, language, 'common');
    mkdirSync(common, { recursive: true });
    for (let number = 1; number <= OFFICES; number += 1) {
      const text = `<p>${PARAGRAPH[language].repeat(PARAGRAPHS[language])} ${number * 7919}</p>`;
      const records = [{ id: number, remarkContent: text }];
      writeFileSync(path.join(common, `${slug(`Office ${number} News`)}.json`), JSON.stringify(records));
    }
  }
}

async function figuresOf(contentDir: string): Promise<IndexFigures> {
  await using child = startChild('search-index.ts', {
    execArgv: ['--import', 'tsx', '--expose-gc'],
    env: { ...process.env, NODE_ENV: 'production', CONTENT_DIR: contentDir },
  });
  // The child ends with this block.
  return await child.next<IndexFigures>();
}

function tellIndexes(figures: Record<string, IndexFigures>): void {
  const rows = Object.entries(figures).map(([name, one]) => [
    name,
    (one.madeMs / 1000).toFixed(1),
    (one.processorMs / 1000).toFixed(1),
    Math.round(one.indexMs),
    one.indexMb.toFixed(1),
    one.grownMb.toFixed(1),
    one.p50.toFixed(2),
    one.p99.toFixed(2),
    one.most.toFixed(2),
  ]);
  const head = ['both languages', 'read and made, s', 'processor s', 'indexes alone, processor ms'];
  console.log(`${table([...head, 'MB', 'with cached answers, MB', 'query p50 ms', 'p99', 'most'], rows)}\n`);
  tellGoals(
    Object.entries(figures).map(([name, { p99 }]) => ({
      name: `${name}: query p99, ms`,
      value: p99,
      limit: MAX_QUERY_MS,
    })),
  );
}

const made = (stdout: readonly string[]): number =>
  stdout.filter((line) => line.includes('pages can be searched')).length;

/** Loads the home page in turn at rest and while all pages are read and indexed again. */
async function tellPages(generator: Generator, contentDir: string): Promise<void> {
  await using site = await startBuilt({
    CONTENT_DIR: contentDir,
    CONTENT_HOOK_TOKEN: TOKEN,
    LOG_LEVEL: 'info',
  });
  const { base, pid, stdout } = site;
  const load = (): Promise<Measured> =>
    measure(generator, pid, { url: base, connections: CONNECTIONS, seconds: SECONDS, headers: {} });
  await fetch(base);
  await until('both indexes are made', async () => made(stdout) >= languages.length, { patienceMs: 300_000 });
  await load();
  const rounds: { rest: Measured; remade: Measured }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = made(stdout);
    const rest = await load();
    for (const language of languages)
      appendFileSync(path.join(contentDir, language, 'common/about-us.html'), `<p>${round}</p>`);
    await fetch(`${base}/hooks/content`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ paths: [paths.common] }),
    });
    await wait(100);
    rounds.push({ rest, remade: await load() });
    await until('the indexes are made anew', async () => made(stdout) >= before + languages.length, {
      patienceMs: 300_000,
    });
  }
  const middle = (kind: 'rest' | 'remade', figure: 'p50' | 'p99' | 'perSecond') =>
    median(rounds.map((round) => round[kind][figure]));
  const rows = (['rest', 'remade'] as const).map((kind) => [
    kind,
    Math.round(middle(kind, 'perSecond')),
    middle(kind, 'p50').toFixed(2),
    middle(kind, 'p99').toFixed(2),
  ]);
  console.log(`\n${table(['home page, indexes at', 'requests/s', 'p50 ms', 'p99 ms'], rows)}`);
  console.log(`RSS of the site: ${residentMb(pid)} MB\n`);
  const value = median(rounds.map(({ rest, remade }) => remade.p99 / rest.p99));
  tellGoals([{ name: 'p99 of pages, indexes remade : at rest', value, limit: MAX_P99_RATIO }]);
}

await using folder = await temporaryFolder('search');
await writeLargeContent(folder.path);
console.log(`${MENU_ITEMS} menu items and ${ARTICLES} articles in each language\n`);
const names = await figuresOf(folder.path);
writeOffices(folder.path);
const texts = await figuresOf(folder.path);
tellIndexes({ 'pages of article lists': names, 'pages with texts of their own': texts });
await using generator = startGenerator();
await tellPages(generator, folder.path);
