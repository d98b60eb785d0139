import { expect, it, vi } from 'vitest';
import type { BackgroundReader } from '../../content/backend/content.ts';
import { buildMenu } from '../../content/menu/build-menu.ts';
import { parseQuery } from '../../content/search/search-query.ts';
import { createPageIndex, MAX_INDEXED_CHARACTERS, type PageDocument, readPageTexts } from './page-index.ts';

const page = (key: string, more: Partial<PageDocument> = {}): PageDocument => ({
  key,
  name: key,
  otherNames: '',
  description: '',
  titles: [],
  lines: [],
  ...more,
});

const pages = [
  page('leadership', { name: 'Leadership', description: 'Directors and senior executives.' }),
  page('team', { name: 'Management team', lines: ['The team of Shen Yanqiu.'] }),
  page('honours', { name: 'Honours', otherNames: 'Honours honours honors enterprise-honor' }),
  page('gardens', { name: 'Foundation', lines: ['It replants tea gardens.', 'Clean energy.'] }),
  page('directions', { name: 'Investment directions', titles: ['Clean Energy'], lines: ['Clean Energy'] }),
  page('energy', { name: 'Energy', description: 'Where it comes from.' }),
  page('libraries', { name: '群山图书馆', lines: ['基金会在村庄里办图书馆。'] }),
  page('offices', { name: '办公地点', lines: ['上海 2011年 虹口区', 'ＥＳＧ办公室'] }),
  page('costs', { name: '业务', lines: ['储能系统的成本，逐年下降。'] }),
  page('cables', { name: '海\ufeff缆', lines: ['⻓\u200b江的⽔'] }),
];
const index = await createPageIndex(pages);
const found = (typed: string): string[] => index.find(parseQuery(typed)).map((hit) => hit.page.key);
const some = (typed: string): string[] => index.findSome(parseQuery(typed)).map((hit) => hit.page.key);

it.each([
  ['a word of the name', 'honours', ['honours']],
  ['a beginning', 'lead', ['leadership']],
  ['a short word, whole', 'tea', ['gardens']],
  ['all words', 'team Yanqiu', ['team']],
  ['letters in each other’s place', 'leadesrhip', ['leadership']],
  ['any part of Chinese words', '图书', ['libraries']],
  ['Chinese words that stand apart', '储能成本', ['costs']],
  ['a word with an invisible character', '海缆', ['cables']],
  ['a word of radicals', '长江 水', ['cables']],
])('finds a page by %s when searching for %s', (_, typed, expected) => {
  expect(found(typed)).toEqual(expected);
});

it.each(['te', 'tem', 'ership', 'team absent', '图馆', '储能 absent', '%', '.*', '😀', 'كتاب', ''])(
  'does not find a page by %j',
  (typed) => {
    expect(found(typed)).toEqual([]);
  },
);

it('ranks a hit in the name before one in the titles of records', () => {
  expect(found('energy')).toEqual(['energy', 'directions', 'gardens']);
});

it.each([
  ['directors lunch', ['leadership']],
  ['absent', []],
])('finds pages with half of the words if no page has all: %s', (typed, expected) => {
  expect(found(typed)).toEqual([]);
  expect(some(typed)).toEqual(expected);
});

const menuOf = (count: number) =>
  buildMenu(
    Array.from({ length: count }, (_, at) => ({ id: `${at}`, code: `Page ${at}`, haveDetail: true })),
    'en',
    [],
  );

/** Creates a reader that returns the same text for each page. */
function readerOf(says: (code: string) => string) {
  const common = vi.fn(async (code: string) => [
    { id: '1', title: undefined, remarkContent: { html: [], text: says(code) } },
  ]);
  return { common, reader: { common } as unknown as BackgroundReader };
}

const lengthOf = (pages: readonly { lines: string[] }[]): number =>
  pages.reduce((sum, { lines }) => sum + lines.join('').length, 0);

it('stops reading pages at the limit of characters', async () => {
  const { reader, common } = readerOf(() => 'a'.repeat(9000));
  const pages = await readPageTexts(reader, menuOf(200));
  expect(pages).toHaveLength(200);
  expect(lengthOf(pages)).toBeLessThanOrEqual(MAX_INDEXED_CHARACTERS);
  expect(common.mock.calls.length).toBeLessThan(80);
});
