import { parseQuery } from '../../src/content/search/search-query.ts';
import { languages } from '../../src/i18n/languages.ts';
import { searchQuestions } from '../search/questions.ts';
import { percentile } from '../support/report.ts';
import { startInProcess } from './in-process.ts';

const ROUNDS = 20;
/** Also queries the name of every nth menu item: such words are in the most pages. */
const NAMES = 20;

/** Processor time and memory of building both indexes, and processor time of the queries. */
export type IndexFigures = { buildMs: number; heapMb: number; p50: number; p99: number };

const heapMb = (): number => {
  global.gc?.();
  return process.memoryUsage().heapUsed / 1024 / 1024;
};

const processorMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const { siteSearch, content } = (await startInProcess()).services;
const before = { heap: heapMb(), processor: processorMs() };
for (const language of languages) await siteSearch.find(language, parseQuery('x'));
await siteSearch.settled();
const built = { buildMs: processorMs() - before.processor, heapMb: heapMb() - before.heap };

const times: number[] = [];
for (const language of languages) {
  const menu = await content.reader(language).menu();
  const names = [...menu.byKey.values()].map(({ name }) => name).filter((_, at) => at % NAMES === 0);
  const keywords = [...searchQuestions[language].map(({ keyword }) => keyword), ...names];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const query of keywords.map(parseQuery)) {
      const startedAt = processorMs();
      await siteSearch.find(language, query);
      times.push(processorMs() - startedAt);
    }
  }
}
process.send?.({
  ...built,
  p50: percentile(times, 0.5),
  p99: percentile(times, 0.99),
} satisfies IndexFigures);
process.on('disconnect', () => process.exit());
