import type { Page } from '../../../src/site/layout/render.tsx';
import { menuPageOf } from '../build-page.ts';
import { articles, listKinds, lists, pagination, type Style } from '../lists.ts';
import { type Area, HUNDRED, many } from '../specimen.ts';
import type { Words } from '../words.ts';

/** Builds a page with every kind of list. */
async function everyList(words: Words, style: Style, count: number): Promise<Page> {
  const sections = listKinds.map(async (kind) => ({
    id: kind,
    heading: kind,
    content: await lists[kind](words, style, count),
  }));
  const contents = listKinds.map((kind) => ({ href: `#${kind}`, text: kind }));
  return menuPageOf(words, await Promise.all(sections), { contents });
}

const hundreds: Area['states'] = Object.fromEntries(
  listKinds.map((kind) => [
    `100 ${kind}`,
    async (words) => menuPageOf(words, [{ content: await lists[kind](words, 'usual', HUNDRED) }]),
  ]),
);

const articlesAt = (words: Words, pageNo: number, pageCount: number): Page =>
  menuPageOf(words, [
    { content: { ...articles(words, 'usual', 10), pagination: pagination(words, { pageNo, pageCount }) } },
  ]);

export const listArea: Area = {
  area: 'lists',
  states: {
    'a few items': (words) => everyList(words, 'usual', 5),
    'nothing optional': (words) => everyList(words, 'bare', 3),
    'one item': (words) => everyList(words, 'bare', 1),
    'long words': (words) => everyList(words, 'long', 3),
    empty: (words) => everyList(words, 'usual', 0),
    ...hundreds,
    'first of many pages': (words) => articlesAt(words, 1, 40),
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
