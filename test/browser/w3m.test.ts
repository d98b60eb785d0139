import { DomUtils } from 'htmlparser2';
import { describe, expect, inject, it } from 'vitest';
import en from '../../locales/en/site.json' with { type: 'json' };
import zh from '../../locales/zh/site.json' with { type: 'json' };
import { type Language, languages } from '../../src/i18n/languages.ts';
import { readDocument } from '../crawl/crawler.ts';
import { inLanguage, keywords, pageKinds } from '../support/page-kinds.ts';
import { dump, useW3m } from '../support/w3m.ts';

const texts = { zh, en };
const READ = ['home', 'page with sections', 'article', 'search with hits'];

const base = inject('sites').demo;

const letters = (text: string): string => text.replace(/\s+/gu, '');

/** The words of headings and paragraphs within `main`. */
function wordsOf(html: string): string[] {
  const { all } = readDocument(html);
  const [main] = all('main');
  const blocks = main
    ? DomUtils.findAll(({ name }) => ['h1', 'h2', 'h3', 'p', 'li'].includes(name), main.children)
    : [];
  return blocks
    .filter(
      (block) =>
        !DomUtils.existsOne(({ name }) => ['p', 'li', 'img', 'h2', 'h3'].includes(name), block.children),
    )
    .map((block) => letters(DomUtils.textContent(block)));
}

it.each(pageKinds.filter(({ name }) => READ.includes(name)))(
  'a text browser shows $label',
  async ({ path }) => {
    const address = `${base}${path}`;
    const html = await (await fetch(address)).text();
    const words = wordsOf(html);
    const shown = letters(await dump(address));
    expect(words.length).toBeGreaterThan(10);
    expect(words.filter((text) => !shown.includes(text))).toEqual([]);
  },
);

/** Follows the menu's link, moves to the search box, types and submits: `/` finds a text, Tab the next link, Enter opens it. */
const searchFor = (language: Language) =>
  useW3m(`${base}${inLanguage(language, '/')}`, async ({ type, until }) => {
    const { menu, closeMenu, searchResults, colon } = texts[language];
    const keyword = keywords[language].title;
    await until('Viewing');
    type(`/${menu}\r`);
    await until('Viewing');
    type('\r');
    await until(closeMenu);
    type('\t\t\r');
    await until('TEXT:');
    type(`${keyword}\r`);
    await until('Viewing');
    type('\t\r');
    await until(`Viewing <${searchResults}${colon}${keyword}`);
  });

describe('a text browser', () => {
  it.each(languages)('searches (%s)', (language) => searchFor(language), 60_000);
});
