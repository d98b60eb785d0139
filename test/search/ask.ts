import { type Language, languageFacts, languages } from '../../src/i18n/languages.ts';
import { allIn, readPage } from '../support/html.ts';
import { until } from '../support/until.ts';
import { type SearchQuestion, searchQuestions } from './questions.ts';

/** What a search shows first, and the place of what the visitor looks for; 0 where the first page of results lacks it. */
export type Outcome = { first: string; place: number };
export type Outcomes = Record<string, Outcome>;

/** The addresses that a search shows, in order. */
export async function addressesFound(base: string, path: string, keyword: string): Promise<string[]> {
  const response = await fetch(`${base}${path}?keyword=${encodeURIComponent(keyword)}`);
  if (!response.ok) throw new Error(`${keyword}: ${response.status}`);
  const [results] = readPage(await response.text()).all('div', { id: '_results' });
  if (!results) throw new Error(`${keyword}: no results on the page`);
  return allIn(results, 'a', { class: 'card-link' }).map(({ attributes }) => attributes.href ?? '');
}

const outcomeOf = (found: readonly string[], { finds }: SearchQuestion): Outcome => ({
  first: found[0] ?? '',
  place: 1 + found.findIndex((address) => finds.includes(address)),
});

/** Asks a site all questions, one after another. */
export async function askAll(base: string): Promise<Outcomes> {
  const outcomes: Outcomes = {};
  for (const language of languages) {
    for (const question of searchQuestions[language]) {
      const path = `${languageFacts[language].prefix}/search`;
      outcomes[question.keyword] = outcomeOf(await addressesFound(base, path, question.keyword), question);
    }
  }
  return outcomes;
}

/** Words that the page which is read last alone has in its text. */
const LAST_READ: Record<Language, string> = { zh: '要约邀请', en: 'licensors' };

/** Waits until a site has read all its pages. */
export async function untilSearchable(base: string): Promise<void> {
  for (const language of languages) {
    const { prefix } = languageFacts[language];
    const isRead = async () => {
      const found = await addressesFound(base, `${prefix}/search`, LAST_READ[language]);
      return found.includes(`${prefix}/legal-notice`);
    };
    await until(`pages can be searched (${language})`, isRead, { pauseMs: 200 });
  }
}
