/** @module-tag matrix */
import { expect, it } from 'vitest';
import { languageFacts, languages } from '../../src/i18n/languages.ts';
import { startDemoSite } from '../support/demo-site.ts';
import { allIn, readPage } from '../support/html.ts';
import { until } from '../support/until.ts';
import { searchQuestions } from './search-questions.ts';

/** Maximum position of the wanted page or article. */
const WANTED = 3;
/** Keywords whose wanted page is not among the first results. */
const MISSED = ['jobs', 'application deadline', '年报', '分红'];

/** Words that only the last indexed page contains. */
const LAST_INDEXED = { zh: '残疾人联合会', en: 'federation' };

async function search(base: string, prefix: string, keyword: string): Promise<string[]> {
  const response = await fetch(`${base}${prefix}/search?keyword=${encodeURIComponent(keyword)}`);
  const results = readPage(await response.text()).one('div', { id: '_results' });
  return allIn(results, 'a', { class: 'card-link' }).map(({ attributes }) => attributes.href ?? '');
}

it('finds the wanted page or article among the first three results of typical searches', async () => {
  await using site = await startDemoSite({ environment: { RATE_LIMIT_PER_MINUTE: '0' } });
  const missed: string[] = [];
  for (const language of languages) {
    const { prefix } = languageFacts[language];
    const isIndexed = async () =>
      (await search(site.base, prefix, LAST_INDEXED[language])).includes(`${prefix}/accessibility`);
    await until(`the index is built (${language})`, isIndexed, { pauseMs: 200 });
    for (const { keyword, finds } of searchQuestions[language]) {
      const first = (await search(site.base, prefix, keyword)).slice(0, WANTED);
      if (!first.some((address) => finds.includes(address))) missed.push(keyword);
    }
  }
  expect(missed.filter((keyword) => !MISSED.includes(keyword))).toEqual([]);
});
