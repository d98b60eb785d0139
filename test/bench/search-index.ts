import { readQuery, type SearchQuery } from '../../src/content/search-query.ts';
import { type Language, languages } from '../../src/i18n/languages.ts';
import { searchQuestions } from '../search/questions.ts';
import { startInProcess } from './in-process.ts';
import { percentile } from './numbers.ts';

const ROUNDS = 20;
const MEGABYTE = 1024 * 1024;

export type IndexFigures = {
  /** From the first call to the last index, and the processor time of it, in milliseconds. */
  madeMs: number;
  processorMs: number;
  /** Of both indexes, without what the content cache holds. */
  indexMb: number;
  cacheMb: number;
  /** Of one query, in milliseconds of processor time. */
  p50: number;
  p99: number;
  most: number;
};

/** What visitors type, and the names of the menu, which find the most. */
function queriesOf(language: Language, names: readonly string[]): SearchQuery[] {
  const typed = [...searchQuestions[language].map(({ keyword }) => keyword), ...names];
  return typed.map(readQuery);
}

const heapMb = (): number => {
  global.gc?.();
  return process.memoryUsage().heapUsed / MEGABYTE;
};

await using site = await startInProcess(process.env);
const { services } = site;
const { siteSearch, content } = services;
await services.readiness.start();

const before = {
  heap: heapMb(),
  cache: services.contentCounts().bytes,
  at: performance.now(),
  cpu: process.cpuUsage(),
};
for (const language of languages) await siteSearch.find(language, readQuery('x'));
await siteSearch.settled();
const { user, system } = process.cpuUsage(before.cpu);
const madeMs = performance.now() - before.at;
const cacheMb = (services.contentCounts().bytes - before.cache) / MEGABYTE;
const indexMb = heapMb() - before.heap - cacheMb;

const times: number[] = [];
for (const language of languages) {
  const menu = await content.reader(language).menu();
  const names = [...menu.byKey.values()].map(({ name }) => name).filter((_, at) => at % 20 === 0);
  const queries = queriesOf(language, names);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const query of queries) {
      const startedAt = performance.now();
      await siteSearch.find(language, query);
      times.push(performance.now() - startedAt);
    }
  }
}
const sorted = Float64Array.from(times).sort();
process.send?.({
  madeMs,
  processorMs: (user + system) / 1000,
  indexMb,
  cacheMb,
  p50: percentile(sorted, 0.5),
  p99: percentile(sorted, 0.99),
  most: sorted.at(-1) ?? 0,
} satisfies IndexFigures);
process.on('disconnect', () => process.exit());
