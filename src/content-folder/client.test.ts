import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paths } from '../content/backend/client.ts';
import {
  type Articles,
  articlesInColumn,
  createFolderClient,
  findArticles,
  loadArticle,
  readArticles,
  sliceArticles,
} from './client.ts';
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

it('sorts articles from the newest to the oldest, undated ones last', () => {
  expect(idsOf(articles.all)).toEqual(['2', 'four', '3', '1', '5']);
});

it.each([
  ['Group News', ['2', '3', '1']],
  ['Media', ['four']],
  ['', ['5']],
])('finds the articles of the column %j', (column, expected) => {
  expect(idsOf(articlesInColumn(articles, column))).toEqual(expected);
});

it.each([
  ['tea', ['3', 'four', '1']],
  ['bridges', ['3']],
  ['sun shine', ['2']],
  ['ea', []],
  ['ＴＥＡ', ['3', 'four', '1']],
  ['coffee', []],
])('finds articles with the keyword %s, titles first', async (keyword, expected) => {
  expect(idsOf(await findArticles(articles, keyword))).toEqual(expected);
});

it.each([
  ['2', undefined, { id: '3', title: 'Middle tea' }],
  ['3', { id: '2', title: 'Newest' }, { id: '1', title: 'Oldest' }],
])('returns article %s with its neighbours in the column', async (id, previous, next) => {
  expect(await loadArticle(folder, articles, id)).toMatchObject({ previous, next });
});

it('returns the sizes of the attachments in the folder', async () => {
  expect(await loadArticle(folder, articles, 'four')).toMatchObject({
    attachments: [
      { name: 'Plan', size: 7 },
      { name: 'Lost', size: undefined },
    ],
  });
});

it.each(['6', '', 'FOUR'])('does not find an article with the id %j', async (id) => {
  expect(await loadArticle(folder, articles, id)).toBeUndefined();
});

it.each([
  [1, 2, ['2', 'four']],
  [3, 2, ['5']],
  [4, 2, []],
])('returns page %d of a list with %d articles per page', (pageNo, pageSize, expected) => {
  const { list, total } = sliceArticles(articles.all, pageNo, pageSize);
  expect([idsOf(list), total]).toEqual([expected, 5]);
});

it('omits texts and attachments in a list', () => {
  const { list } = sliceArticles(articles.all, 1, 100);
  expect(list.flatMap((summary) => Object.keys(summary))).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^(?:content|attachments)$/u)]),
  );
});

describe('the client of a content folder', () => {
  const mistakes: string[] = [];
  const client = () => createFolderClient(root, (mistake) => mistakes.push(mistake));
  const put = async (name: string, content: unknown) => {
    await mkdir(path.dirname(path.join(root, name)), { recursive: true });
    await writeFile(path.join(root, name), typeof content === 'string' ? content : JSON.stringify(content));
  };

  it.each([
    ['Company Profile', 'company-profile'],
    ['公司 简介', '公司简介'],
  ])('reads the common data of the code %j', async (componentCode, name) => {
    await put(`zh/common/${name}.json`, [{ id: name }]);
    expect((await client().get(paths.common, { componentCode }, 'zh')).data).toEqual([{ id: name }]);
  });

  it.each(['../../../公司', '!!!', ''])('returns no common data for the code %j', async (componentCode) => {
    expect((await client().get(paths.common, { componentCode }, 'zh')).data).toEqual([]);
  });

  it('rereads an article immediately after an edit', async () => {
    const { get } = client();
    for (const title of ['Old', 'A new one']) {
      await put('zh/articles/1.json', { id: 1, title, content: '<p>x</p>' });
      expect((await get(paths.article, { id: '1' }, 'zh')).data).toMatchObject({ title });
    }
  });

  it('reports noArticle if an article is not in the folder', async () => {
    await expect(client().get(paths.article, { id: '7' }, 'zh')).rejects.toMatchObject({ kind: 'noArticle' });
  });

  it('reports the file, line and column of an unusable file', async () => {
    await put('zh/menu.json', '[{"id":');
    const detail = expect.stringMatching(/^zh\/menu\.json:1:8: /u);
    await expect(client().get(paths.menu, {}, 'zh')).rejects.toMatchObject({ kind: 'contentFile', detail });
    expect(mistakes).toEqual([detail]);
  });
});
