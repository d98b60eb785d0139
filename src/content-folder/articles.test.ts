import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Articles, articlePage, findArticles, inColumn, readArticles, wholeArticle } from './client.ts';
import { type Folder, openFolder } from './folder.ts';

const article = (
  id: number | string,
  title: string,
  publishTime: string,
  columnCode: string,
  content: string,
) => ({ id, title, publishTime, columnCode, content });

const attachments = [
  { name: 'Plan', url: '/files/plan.pdf' },
  { name: 'Lost', url: '/files/lost.pdf' },
];
const written = [
  article(1, 'Oldest', '2024-01-01', 'Group News', '<p>tea</p>'),
  article(2, 'Newest', '2026-05-01T10:00:00', 'Group News', '<p>sun <b>shine</b></p>'),
  {
    ...article('3', 'Middle tea', '2025-01-01', 'Group\u00a0 News', '<p class="coffee">x</p>'),
    summary: 'Bridges',
  },
  { ...article('four', 'Elsewhere', '2025-06-01', 'Media', '<p>TEA &amp; cake</p>'), attachments },
  { id: 5, title: 'Undated', content: '<p>y</p>' },
];

let root = '';
let folder: Folder;
let articles: Articles;
const idsOf = (list: { id: string }[]) => list.map(({ id }) => id);

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'plinth-articles-'));
  await mkdir(path.join(root, 'en/articles'), { recursive: true });
  await mkdir(path.join(root, 'files'));
  await writeFile(path.join(root, 'files/plan.pdf'), '1234567');
  await Promise.all(
    written.map((article) =>
      writeFile(path.join(root, `en/articles/${article.id}.json`), JSON.stringify(article)),
    ),
  );
  folder = openFolder(root);
  articles = await readArticles(folder, 'en');
});
afterAll(() => rm(root, { recursive: true }));

describe('articles in a content folder', () => {
  it('sorts articles from the newest to the oldest, undated ones last', () => {
    expect(idsOf(articles.all)).toEqual(['2', 'four', '3', '1', '5']);
  });

  it('returns no articles for a language that has none', async () => {
    expect((await readArticles(folder, 'zh')).all).toEqual([]);
  });
});

it.each([
  ['Group News', ['2', '3', '1']],
  [' Group\tNews ', ['2', '3', '1']],
  ['Media', ['four']],
  ['media', []],
  ['Unknown', []],
  ['', ['5']],
])('finds the articles of column %j', (column, expected) => {
  expect(idsOf(inColumn(articles, column))).toEqual(expected);
});

it.each([
  ['tea', ['3', 'four', '1']],
  ['TEA', ['3', 'four', '1']],
  ['bridges', ['3']],
  ['sun shine', ['2']],
  ['shine sun', ['2']],
  ['middle bridges', ['3']],
  ['bridge', ['3']],
  ['brid', ['3']],
  ['te', []],
  ['ea', []],
  ['hine', []],
  ['ＴＥＡ', ['3', 'four', '1']],
  ['tea & cake', ['four']],
  ['coffee', []],
  ['<p>', []],
  ['absent', []],
])('finds articles with the keyword %s, titles first', async (keyword, expected) => {
  expect(idsOf(await findArticles(articles, keyword))).toEqual(expected);
});

describe('single article', () => {
  it.each([
    ['2', null, { id: '3', title: 'Middle tea' }],
    ['3', { id: '2', title: 'Newest' }, { id: '1', title: 'Oldest' }],
    ['1', { id: '3', title: 'Middle tea' }, null],
    ['four', null, null],
  ])('returns article %s with its neighbours in the column', async (id, previous, next) => {
    expect(await wholeArticle(folder, articles, id)).toMatchObject({ previous, next });
  });

  it('returns the known sizes of attachments', async () => {
    expect(await wholeArticle(folder, articles, 'four')).toMatchObject({
      attachments: [
        { name: 'Plan', size: 7 },
        { name: 'Lost', size: undefined },
      ],
    });
  });

  it.each(['6', '', 'FOUR'])('does not find an article with the id %j', async (id) => {
    expect(await wholeArticle(folder, articles, id)).toBeUndefined();
  });
});

describe('list pages', () => {
  it.each([
    [1, 2, ['2', 'four']],
    [2, 2, ['3', '1']],
    [3, 2, ['5']],
    [4, 2, []],
    [1, 100, ['2', 'four', '3', '1', '5']],
  ])('returns page %d of %d articles each', (pageNo, pageSize, expected) => {
    const { list, total } = articlePage(articles.all, pageNo, pageSize);
    expect([idsOf(list), total]).toEqual([expected, 5]);
  });

  it('omits text and attachments in a list', () => {
    const { list } = articlePage(articles.all, 1, 100);
    expect(list.flatMap((summary) => Object.keys(summary))).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(?:content|attachments)$/u)]),
    );
  });
});
