import type { Page } from '../../../src/site/layout/page.ts';
import type { PageSection } from '../../../src/site/sections/section-view.tsx';
import { menuPageOf, sectionPage } from '../build-page.ts';
import { listKinds, lists, pagination, type Style } from '../lists.ts';
import { type Area, HUNDRED, many } from '../specimen.ts';
import type { Words } from '../words.ts';

const PAGES = 40;
const MIDDLE = 20;

/** Builds a page with every kind of list. */
const everyList = (words: Words, style: Style, count: number): Page =>
  menuPageOf(
    words,
    listKinds.map(
      (kind): PageSection => ({ id: kind, heading: kind, content: lists[kind](words, style, count) }),
    ),
    { contents: listKinds.map((kind) => ({ href: `#${kind}`, text: kind })) },
  );

const hundreds = Object.fromEntries(
  listKinds.map((kind) => [
    `100 ${kind}`,
    (words: Words) => sectionPage(words, lists[kind](words, 'usual', HUNDRED)),
  ]),
);

function articlesAt(words: Words, page: number, pages = PAGES): Page {
  const content = lists.articles(words, 'usual', 10);
  return sectionPage(words, { ...content, pagination: pagination(words, { page, pages }) } as typeof content);
}

export const listArea: Area = {
  area: 'lists',
  states: {
    'one item': (words) => everyList(words, 'usual', 1),
    'a few items': (words) => everyList(words, 'usual', 5),
    'nothing optional': (words) => everyList(words, 'bare', 3),
    'long words': (words) => everyList(words, 'long', 3),
    empty: (words) => everyList(words, 'usual', 0),
    ...hundreds,
    'first of many pages': (words) => articlesAt(words, 1),
    'in the middle of many pages': (words) => articlesAt(words, MIDDLE),
    'last of many pages': (words) => articlesAt(words, PAGES),
    'of thousands of pages': (words) => articlesAt(words, 123_456, 234_567),
    'fifty sections': (words) =>
      menuPageOf(
        words,
        many(50, (number) => ({
          id: `part-${number}`,
          heading: `${words.title} ${number}`,
          content: { kind: 'common', records: [{ id: '1', html: [`<p>${words.sentence}</p>`] }] },
        })),
        { contents: many(50, (number) => ({ href: `#part-${number}`, text: `${words.title} ${number}` })) },
      ),
  },
};
