import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { paths } from '../content/backend/client.ts';
import { createFolderClient } from './client.ts';

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
  article('late', 'Late', '2026-05-01T10:00:00', 'Day', '<p>z</p>'),
  article('early', 'Early', '2026-05-01T01:59:00Z', 'Day', '<p>z</p>'),
  article(2, 'Newest', '2026-05-01T10:00:00', 'Group News', '<p>sun <b>shine</b></p>'),
  {
    ...article('3', 'Middle tea', '2025-01-01', 'Group\u00a0 News', '<p class="coffee">x</p>'),
    summary: 'Bridges',
  },
  { ...article('four', 'Elsewhere', '2025-06-01', 'Media', '<p>TEA &amp; cake</p>'), attachments },
  { id: 5, title: 'Undated', content: '<p>y</p>' },
];

type Page = { list: { id: string }[]; total: number };

let root = '';
const get = async (path: keyof typeof paths, query: object) =>
  (await createFolderClient(root).get(paths[path], { pageNo: 1, pageSize: 10, ...query }, 'en')).data;
const idsOf = (page: unknown) => (page as Page).list.map(({ id }) => id);

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
});
afterAll(() => rm(root, { recursive: true }));

it.each([
  ['Group News', ['2', '3', '1']],
  ['Media', ['four']],
  ['Day', ['late', 'early']],
  ['', ['5']],
])('finds the articles of the column %j, newest first', async (columnCode, expected) => {
  expect(idsOf(await get('articles', { columnCode }))).toEqual(expected);
});

it.each([
  ['tea', ['3', 'four', '1']],
  ['bridges', ['3']],
  ['sun shine', ['2']],
  ['ea', []],
  ['ＴＥＡ', ['3', 'four', '1']],
  ['coffee', []],
])('finds articles with the keyword %s, titles first', async (keyword, expected) => {
  expect(idsOf(await get('search', { keyword }))).toEqual(expected);
});

it.each([
  ['2', undefined, { id: '3', title: 'Middle tea' }],
  ['3', { id: '2', title: 'Newest' }, { id: '1', title: 'Oldest' }],
])('returns article %s with its neighbours in the column', async (id, previous, next) => {
  const article = (await get('article', { id })) as object;
  expect({ previous: undefined, ...article }).toMatchObject({ previous, next });
});

it('returns the time of an article', async () => {
  expect(await get('article', { id: '2' })).toMatchObject({ publishTime: '2026-05-01T10:00:00+08:00' });
});

it('returns the sizes of the attachments in the folder', async () => {
  expect(await get('article', { id: 'four' })).toMatchObject({
    attachments: [{ name: 'Plan', size: 7 }, { name: 'Lost' }],
  });
});

it('returns one page of an article list without texts and attachments', async () => {
  const page = await get('articles', { columnCode: 'Group News', pageNo: 2, pageSize: 2 });
  expect(page).toEqual({ total: 3, list: [expect.objectContaining({ id: '1' })] });
  for (const key of ['content', 'attachments']) expect((page as Page).list[0]).not.toHaveProperty(key);
});

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

it('reports an unusable article and returns the others', async () => {
  await put('zh/articles/2.json', '{');
  await put('zh/articles/3.json', { id: 3, title: 'Good', content: '<p>x</p>', columnCode: 'A' });
  const { get } = client();
  await expect(get(paths.article, { id: '2' }, 'zh')).rejects.toMatchObject({ kind: 'contentFile' });
  expect(idsOf((await get(paths.articles, { columnCode: 'A', pageNo: 1, pageSize: 10 }, 'zh')).data)).toEqual(
    ['3'],
  );
  mistakes.length = 0;
});

it('reports the file, line and column of an unusable file', async () => {
  await put('zh/menu.json', '[{"id":');
  const detail = expect.stringMatching(/^zh\/menu\.json:1:8: /u);
  await expect(client().get(paths.menu, {}, 'zh')).rejects.toMatchObject({ kind: 'contentFile', detail });
  expect(mistakes).toEqual([detail]);
});
