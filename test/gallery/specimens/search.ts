import { hitFinder, markHits } from '../../../src/content/search/marks.ts';
import { parseQuery } from '../../../src/content/search/search-query.ts';
import { translate } from '../../../src/i18n/set-up.ts';
import type { Page } from '../../../src/site/layout/page.ts';
import { KEYWORD_LIMIT } from '../../../src/site/search/search-page.ts';
import type { SearchBody } from '../../../src/site/search/search-view.tsx';
import type { ArticleCard } from '../../../views/components/article-list.tsx';
import { pageOf } from '../build-page.ts';
import { fullLayout, sparseLayout } from '../layouts.ts';
import { card, pagination, type Style } from '../lists.ts';
import { type Area, many } from '../specimen.ts';
import { COMPOUND, type Words } from '../words.ts';

const PAGES = 12;
const A_PAGE = 10;
const found: Record<Words['language'], string> = { zh: '基金', en: 'fund' };

const search = (words: Words, more: Partial<SearchBody>, layout = fullLayout(words)): Page =>
  pageOf(
    words,
    {
      kind: 'search',
      keyword: '',
      pages: [],
      list: [],
      suggestions: layout.menu.map(({ href, text }) => ({ href, text })),
      ...more,
    },
    { layout, script: 'search', title: words.texts.searchResults },
  );

type Hits = { keyword?: string; style?: Style; count?: number; page?: number; pages?: number };

/** Builds a page of hits with the keyword marked. */
function hits(
  words: Words,
  { keyword = found[words.language], style = 'usual', count = A_PAGE, page = 1, pages = 0 }: Hits,
): Page {
  const find = hitFinder(parseQuery(keyword));
  const marked = (text: string) => markHits(text, find(text));
  const list = many(count, (number) => {
    const one = card(words, style, number);
    const wordsOf = (parts: typeof one.title) => parts.map(({ text }) => text).join('');
    return {
      ...one,
      title: marked(wordsOf(one.title)),
      summary: one.summary && marked(wordsOf(one.summary)),
    };
  });
  const total = count === A_PAGE ? PAGES * A_PAGE : count;
  return search(words, {
    keyword,
    found: true,
    message: counted(words, pages, total, keyword),
    pages: many(pages, (number) => foundPage(words, number, keyword)),
    list,
    pagination: count === A_PAGE ? pagination(words, { page, pages: PAGES }) : undefined,
  });
}

function counted({ language }: Words, pages: number, articles: number, keyword: string): string {
  const counts = {
    pages: translate(language, 'searchPages', { count: pages }),
    articles: translate(language, 'searchArticles', { count: articles }),
  };
  const both = translate(language, 'searchBoth', counts);
  const found = pages > 0 && articles > 0 ? both : pages > 0 ? counts.pages : counts.articles;
  return translate(language, 'searchFound', { found, keyword });
}

/** Builds a found page. Every other one is on the first level of the menu. */
function foundPage({ menu, sentence }: Words, number: number, keyword: string): ArticleCard {
  const find = hitFinder(parseQuery(keyword));
  const name = `${menu[number % menu.length]} ${keyword}`;
  const line = `${keyword} ${sentence}`;
  return {
    href: `/found/${number}`,
    title: markHits(name, find(name)),
    summary: markHits(line, find(line)),
    column: number % 2 === 0 ? undefined : menu[0],
  };
}

/** Adds the note that articles or pages are missing from the results. */
const withNote = (page: Page, { texts }: Words, missing: 'Articles' | 'Pages'): Page =>
  page.body.kind === 'search'
    ? {
        ...page,
        body: {
          ...page.body,
          note: {
            text: texts[`searchWithout${missing}`],
            again: { href: '/search?keyword=x', text: texts.retry },
          },
        },
      }
    : page;

const nothing = (words: Words, keyword: string, layout = fullLayout(words)): Page =>
  search(
    words,
    { keyword, found: false, message: translate(words.language, 'searchNothing', { keyword }) },
    layout,
  );

export const searchArea: Area = {
  area: 'search',
  states: {
    'nothing asked': (words) => search(words, { message: words.texts.searchPlaceholder }),
    'one hit': (words) => hits(words, { count: 1 }),
    'many hits': (words) => hits(words, {}),
    'pages and articles': (words) => hits(words, { pages: 8 }),
    'one page and one article': (words) => hits(words, { pages: 1, count: 1 }),
    'only pages': (words) => hits(words, { pages: 3, count: 0 }),
    'articles missing': (words) => withNote(hits(words, { pages: 3, count: 0 }), words, 'Articles'),
    'pages missing': (words) => withNote(hits(words, { count: 3 }), words, 'Pages'),
    'pages with long words': (words) => hits(words, { pages: 2, count: 0, keyword: COMPOUND }),
    'many hits, in the middle': (words) => hits(words, { page: 6 }),
    'hits without anything optional': (words) => hits(words, { style: 'bare' }),
    'hits with long words': (words) => hits(words, { style: 'long', keyword: COMPOUND }),
    'nothing found': (words) => nothing(words, 'armadillo'),
    'nothing found of a long word, no menu': (words) =>
      nothing(words, COMPOUND, { ...sparseLayout(words), menu: [] }),
    'too long a word': (words) =>
      search(words, {
        keyword: COMPOUND.repeat(2),
        message: translate(words.language, 'searchTooLong', { limit: KEYWORD_LIMIT }),
      }),
  },
};
