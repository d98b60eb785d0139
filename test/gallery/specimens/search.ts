import { createHitFinder, markHits } from '../../../src/content/search/marks.ts';
import { parseQuery } from '../../../src/content/search/search-query.ts';
import { translate } from '../../../src/i18n/set-up.ts';
import type { Page } from '../../../src/site/layout/render.tsx';
import type { SearchBody } from '../../../src/site/search/search-view.tsx';
import { pageOf } from '../build-page.ts';
import { fullLayout } from '../layouts.ts';
import { card, pagination, type Style, titleIn } from '../lists.ts';
import { type Area, many } from '../specimen.ts';
import { COMPOUND, type Words } from '../words.ts';

const search = (words: Words, more: Partial<SearchBody>): Page => {
  const layout = fullLayout(words);
  return pageOf(
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
};

type Hits = { pages: number; articles: number; style?: Style };

/** Builds a page of hits with the keyword marked. */
function hits(
  words: Words,
  { pages, articles, style = 'usual' }: Hits,
  more: Partial<SearchBody> = {},
): Page {
  const keyword = style === 'long' ? COMPOUND : words.keyword;
  const find = createHitFinder(parseQuery(keyword));
  const marked = (text: string) => markHits(text, find(text));
  const line = marked(`${keyword} ${words.sentence}`);
  return search(words, {
    keyword,
    found: true,
    message: translate(words.language, 'searchFound', { found: `${pages}, ${articles}`, keyword }),
    pages: many(pages, (number) => ({
      href: `/found/${number}`,
      title: marked(`${titleIn(words, style, number)} ${keyword}`),
      summary: line,
      column: number % 2 === 0 ? undefined : words.menu[0],
    })),
    list: many(articles, (number) => {
      const one = card(words, style, number);
      return { ...one, title: marked(titleIn(words, style, number)), summary: one.summary && line };
    }),
    ...more,
  });
}

export const searchArea: Area = {
  area: 'search',
  states: {
    'pages and articles': (words) =>
      hits(
        words,
        { pages: 8, articles: 10 },
        { pagination: pagination(words, { pageNo: 6, pageCount: 12 }) },
      ),
    'articles missing': (words) =>
      hits(
        words,
        { pages: 3, articles: 0 },
        {
          note: { text: words.texts.searchWithoutArticles, retry: { href: '#', text: words.texts.retry } },
        },
      ),
    'hits without anything optional': (words) => hits(words, { pages: 0, articles: 10, style: 'bare' }),
    'hits with long words': (words) => hits(words, { pages: 2, articles: 10, style: 'long' }),
    'nothing found of a long word': (words) => {
      const message = translate(words.language, 'searchNothing', { keyword: COMPOUND });
      return search(words, { keyword: COMPOUND, found: false, message });
    },
  },
};
