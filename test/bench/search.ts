import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { paths } from '../../src/backend/paths.ts';
import { slug } from '../../src/content/menu/slug.ts';
import { languages } from '../../src/i18n/languages.ts';
import { median, printGoals } from '../support/report.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';
import { ARTICLES, MENU_ITEMS, officeCode, writeLargeContent } from './large-content.ts';
import { measure, startGenerator } from './load.ts';
import type { IndexFigures } from './search-index.ts';
import { startBuilt, startScript } from './sites.ts';

/** Search over the pages of a large site: building the index, queries, and page times while the index is rebuilt. */
const ROUNDS = 3;
const LOAD = { seconds: 3, connections: 25 };
const BUILD_TIMEOUT_MS = 300_000;
const TOKEN = 'hook-token';
const MAX_QUERY_MS = 5;
const MAX_P99_RATIO = 1.5;

/** Text of each office's page; codes that are not in the menu are ignored. */
const PARAGRAPH = {
  zh: '办事处负责本地区的项目联络、企业走访与投后服务，每周二、周四接待来访，请至少提前一天预约。'.repeat(20),
  en: 'The office looks after enquiries, visits to companies and the holdings of its region; it is open to visitors on Tuesdays and Thursdays by appointment. '.repeat(
    7,
  ),
};

function writeOffices(folder: string): void {
  for (const language of languages) {
    const common = path.join(folder, language, 'common');
    mkdirSync(common, { recursive: true });
    for (let number = 1; number <= MENU_ITEMS; number += 1) {
      const records = [{ id: number, remarkContent: `<p>${PARAGRAPH[language]} ${number * 7919}</p>` }];
      writeFileSync(path.join(common, `${slug(officeCode(number))}.json`), JSON.stringify(records));
    }
  }
}

async function measureIndex(contentDir: string): Promise<IndexFigures> {
  await using child = startScript('search-index.ts', { CONTENT_DIR: contentDir });
  // The await keeps the child alive until its message arrives.
  return await child.next<IndexFigures>();
}

/** Ratio of the 99th percentile of the home page while the indexes are rebuilt to that at rest. */
async function measurePages(contentDir: string): Promise<number> {
  await using generator = startGenerator();
  const environment = { CONTENT_DIR: contentDir, CONTENT_HOOK_TOKEN: TOKEN, LOG_LEVEL: 'info' };
  await using site = await startBuilt(environment);
  const { base, pid, stdout } = site;
  const load = () => measure(generator, { url: base, headers: {}, pid }, LOAD);
  const builds = () => stdout.filter((line) => line.includes('pages can be searched')).length;
  const untilBuilt = (count: number) =>
    until('the indexes are built', () => builds() >= count, { patienceMs: BUILD_TIMEOUT_MS });
  await fetch(base);
  await untilBuilt(languages.length);
  await load();
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = builds();
    const rest = await load();
    for (const language of languages)
      appendFileSync(path.join(contentDir, language, 'common/about-us.html'), `<p>${round}</p>`);
    await fetch(`${base}/hooks/content`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ paths: [paths.common] }),
    });
    await wait(100);
    ratios.push((await load()).p99 / rest.p99);
    await untilBuilt(before + languages.length);
  }
  return median(ratios);
}

await using folder = await temporaryFolder('search');
await writeLargeContent(folder.path);
writeOffices(folder.path);
console.log(`${MENU_ITEMS} menu items and ${ARTICLES} articles in each language\n`);
const { buildMs, heapMb, p50, p99 } = await measureIndex(folder.path);
console.log(`Both indexes: ${Math.round(buildMs)} ms processor time, ${Math.round(heapMb)} MB`);
console.log(`Query: p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms\n`);
printGoals([
  { name: 'query p99, ms', value: p99, limit: MAX_QUERY_MS },
  {
    name: 'page p99, indexes rebuilt : at rest',
    value: await measurePages(folder.path),
    limit: MAX_P99_RATIO,
  },
]);
