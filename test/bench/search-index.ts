import { parseQuery, type SearchQuery } from '../../src/content/search/search-query.ts';
import { type Language, languages } from '../../src/i18n/languages.ts';
import { createPageIndex } from '../../src/search/page-index.ts';
import { readPages } from '../../src/search/read-pages.ts';
import { searchQuestions } from '../search/questions.ts';
import { startInProcess } from './in-process.ts';
import { percentile } from './numbers.ts';

const ROUNDS = 20;
/** Every so many names. */
const NAMES = 20;
const MEGABYTE = 1024 * 1024;

export type IndexFigures = {
  /** From the first call to the last index, and the processor time of it, the embedded backend's too, in milliseconds. */
  madeMs: number;
  processorMs: number;
  /** To make both indexes of what is cached, in milliseconds of processor time. */
  indexMs: number;
  /** Both indexes with their texts; and what the process has grown by with the answers that it keeps. */
  indexMb: number;
  grownMb: number;
  /** Of one query, in milliseconds of processor time. */
  p50: number;
  p99: number;
  most: number;
};

const heapMb = (): number => {
  global.gc?.();
  return process.memoryUsage().heapUsed / MEGABYTE;
};

const processorMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

await using site = await startInProcess(process.env);
const { siteSearch, content, readiness } = site.services;
await readiness.start();

async function make() {
  const before = { heap: heapMb(), at: performance.now(), processor: processorMs() };
  for (const language of languages) await siteSearch.find(language, parseQuery('x'));
  await siteSearch.settled();
  const [madeMs, took] = [performance.now() - before.at, processorMs() - before.processor];
  return { madeMs, processorMs: took, grownMb: heapMb() - before.heap };
}

/** The same indexes once more, of answers that are cached. */
async function makeAgain() {
  const before = { heap: heapMb(), processor: processorMs() };
  const indexes = [];
  for (const language of languages) {
    const reader = content.backgroundReader(language);
    const { signal } = new AbortController();
    const { pages } = await readPages({ reader, menu: await reader.menu(), signal });
    indexes.push(await createPageIndex(pages));
  }
  const indexMs = processorMs() - before.processor;
  return { indexMs, indexMb: heapMb() - before.heap, indexes };
}

/** What visitors type, and names of the menu, which stand in the most pages. */
async function queriesOf(language: Language): Promise<SearchQuery[]> {
  const menu = await content.reader(language).menu();
  const names = [...menu.byKey.values()].map(({ name }) => name).filter((_, at) => at % NAMES === 0);
  return [...searchQuestions[language].map(({ keyword }) => keyword), ...names].map(parseQuery);
}

async function ask() {
  const times: number[] = [];
  for (const language of languages) {
    const queries = await queriesOf(language);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const query of queries) {
        const before = processorMs();
        await siteSearch.find(language, query);
        times.push(processorMs() - before);
      }
    }
  }
  const sorted = Float64Array.from(times).sort();
  return { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99), most: sorted.at(-1) ?? 0 };
}

const made = await make();
const { indexes, ...again } = await makeAgain();
const asked = await ask();
process.send?.({ ...made, ...again, ...asked } satisfies IndexFigures);
process.on('disconnect', () => process.exit(indexes.length === languages.length ? 0 : 1));
