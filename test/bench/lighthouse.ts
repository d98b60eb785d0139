import { launch } from 'chrome-launcher';
import lighthouse, { type Result } from 'lighthouse';
import { chromiumPath } from '../support/tools.ts';
import { table } from './numbers.ts';
import { startBuilt, startMirror } from './sites.ts';

/** What each page has to reach in each category. */
const WHOLE = 100;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];

const paths = {
  home: '/',
  list: '/news/group-news',
  article: '/news/group-news/1003',
  form: '/work-with-us/application',
};
const pages = Object.entries(paths).flatMap(([name, path]) => [
  { name: `${name} zh`, path },
  { name: `${name} en`, path: path === '/' ? '/en' : `/en${path}` },
]);

/** As root a Chromium needs to do without its sandbox. */
const FLAGS = ['--headless=new', '--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];

/** A trace that could not be recorded says nothing of the page; a score is never asked for twice. */
const TRIES = 3;

/** Lighthouse as it is by default: a phone on a slow line. */
async function examine(url: string, port: number, tries = TRIES): Promise<Result> {
  const answer = await lighthouse(url, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: CATEGORIES,
  });
  if (!answer) throw new Error(`${url}: no result`);
  const { runtimeError } = answer.lhr;
  if (runtimeError && tries > 1) return examine(url, port, tries - 1);
  if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`);
  return answer.lhr;
}

const scoresOf = ({ categories }: Result): number[] =>
  CATEGORIES.map((id) => Math.round((categories[id]?.score ?? 0) * 100));

/** Audits that cost a category some of its score: by category, with what they found. */
const faultsOf = ({ categories, audits }: Result): string[] =>
  CATEGORIES.flatMap((id) =>
    (categories[id]?.auditRefs ?? []).flatMap(({ id: auditId, weight }) => {
      const audit = audits[auditId];
      if (!audit || weight === 0 || audit.score === null || audit.score === 1) return [];
      return [`${id}: ${audit.title}${audit.displayValue ? ` (${audit.displayValue})` : ''}`];
    }),
  );

/** `-- mirror` looks at the files of a mirror on a host that only sends files, as they are. */
const site = process.argv[2] === 'mirror' ? await startMirror() : await startBuilt();
const chrome = await launch({ chromePath: chromiumPath(), chromeFlags: FLAGS, logLevel: 'error' });
try {
  const rows: (string | number)[][] = [];
  const faults: string[] = [];
  // The first page of a new browser pays for its start and its fonts.
  await examine(site.base + paths.home, chrome.port);
  for (const { name, path } of pages) {
    // The server's own first rendering is no part of it.
    await fetch(site.base + path, { headers: { 'accept-encoding': 'br' } });
    const result = await examine(site.base + path, chrome.port);
    rows.push([name, ...scoresOf(result)]);
    faults.push(...faultsOf(result).map((fault) => `${name}: ${fault}`));
  }
  console.log(table(['page', ...CATEGORIES], rows));
  if (faults.length > 0) console.log(`\n${faults.join('\n')}`);
  if (rows.some((row) => row.slice(1).some((score) => Number(score) < WHOLE))) process.exitCode = 1;
} finally {
  chrome.kill();
  await site.stop();
}
