import { markHits } from '../../../src/content/marks.ts';
import { translate } from '../../../src/i18n/set-up.ts';
import { KEYWORD_LIMIT } from '../../../src/pages/search-page.ts';
import type { Page } from '../../../views/document.model.ts';
import type { SearchBody } from '../../../views/pages/body.model.ts';
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
      list: [],
      suggestions: layout.menu.map(({ href, text }) => ({ href, text })),
      ...more,
    },
    { layout, script: 'search', title: words.texts.searchResults },
  );

type Hits = { keyword?: string; style?: Style; count?: number; page?: number };

/** A page of hits with the keyword marked in each. */
function hits(
  words: Words,
  { keyword = found[words.language], style = 'usual', count = A_PAGE, page = 1 }: Hits,
): Page {
  const marked = (text: string) => markHits(text, keyword);
  const list = many(count, (number) => {
    const one = card(words, style, number);
    const wordsOf = (parts: typeof one.title) => parts.map(({ text }) => text).join('');
    return {
      ...one,
      title: marked(wordsOf(one.title)),
      summary: one.summary && marked(wordsOf(one.summary)),
    };
  });
  const total = count === 1 ? 1 : PAGES * A_PAGE;
  return search(words, {
    keyword,
    found: true,
    message: translate(words.language, 'searchCount', { count: total, keyword }),
    list,
    pagination: count === 1 ? undefined : pagination(words, { page, pages: PAGES }),
  });
}

const nothing = (words: Words, keyword: string, layout = fullLayout(words)): Page =>
  search(
    words,
    { keyword, found: false, message: translate(words.language, 'searchNothing', { keyword }) },
    layout,
  );

/** What a mirror has in place of search. */
function allPages(words: Words): Page {
  const title = words.texts.allPages;
  const links = [words.title, words.longTitle, words.unbroken].map((text, at) => ({
    href: `#${at}`,
    text,
    day: at > 0 ? card(words, 'usual', at).day : undefined,
  }));
  const groups = words.menu.map((heading) => ({ heading, links }));
  return pageOf(
    words,
    { kind: 'all-pages', title, groups, pagination: pagination(words, { page: 2, pages: PAGES }) },
    { layout: { ...fullLayout(words), allPages: { href: '#', text: title } } },
  );
}

export const searchArea: Area = {
  area: 'search',
  states: {
    'nothing asked': (words) => search(words, { message: words.texts.searchPlaceholder }),
    'one hit': (words) => hits(words, { count: 1 }),
    'many hits': (words) => hits(words, {}),
    'many hits, in the middle': (words) => hits(words, { page: 6 }),
    'hits without anything optional': (words) => hits(words, { style: 'bare' }),
    'hits with long words': (words) => hits(words, { style: 'long', keyword: COMPOUND }),
    'nothing found': (words) => nothing(words, 'armadillo'),
    'nothing found of a long word, no menu': (words) =>
      nothing(words, COMPOUND, { ...sparseLayout(words), menu: [] }),
    'all pages, where nothing can be searched': (words) => allPages(words),
    'too long a word': (words) =>
      search(words, {
        keyword: COMPOUND.repeat(2),
        message: translate(words.language, 'searchTooLong', { limit: KEYWORD_LIMIT }),
      }),
  },
};
