import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseResponse, paths } from '../content/backend/client.ts';
import { createFolderClient } from './client.ts';

let root = '';
const mistakes: string[] = [];
const get = (...call: Parameters<ReturnType<typeof createFolderClient>['get']>) =>
  createFolderClient(path.join(root, 'content'), (mistake) => mistakes.push(mistake)).get(...call);

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'plinth-content-'));
  const common = path.join(root, 'content', 'zh', 'common');
  await mkdir(common, { recursive: true });
  for (const name of ['company-profile', 'qa', '公司简介'])
    await writeFile(path.join(common, `${name}.json`), JSON.stringify([{ id: name }]));
  await writeFile(path.join(root, '公司.json'), JSON.stringify([{ id: 'outside' }]));
  await writeFile(path.join(root, 'content', 'zh', 'menu.json'), '[{"id":');
});

afterAll(() => rm(root, { recursive: true }));

it.each([
  ['Company Profile', ['company-profile']],
  ['Q&A', ['qa']],
  ['公司 简介', ['公司简介']],
  ['../../../公司', []],
  ['!!!', []],
  ['', []],
])('reads the common data of code %j from the folder', async (componentCode, ids) => {
  const { data } = await get(paths.common, { componentCode }, 'zh');
  expect((data as { id: string }[]).map(({ id }) => id)).toEqual(ids);
});

it('returns a body that keeps its version when parsed again', async () => {
  const response = await get(paths.common, { componentCode: 'Q&A' }, 'zh');
  expect(parseResponse(response.body, paths.common)).toEqual(response);
});

it('rereads an article immediately after an edit', async () => {
  const file = path.join(root, 'content', 'en', 'articles', '1.json');
  await mkdir(path.dirname(file), { recursive: true });
  const client = createFolderClient(path.join(root, 'content'));
  for (const title of ['Old', 'A new one']) {
    await writeFile(file, JSON.stringify({ id: 1, title, content: '<p>x</p>' }));
    expect((await client.get(paths.article, { id: '1' }, 'en')).data).toMatchObject({ title });
  }
});

it('reports an article that is not in the folder as missing', async () => {
  await expect(get(paths.article, { id: '7' }, 'zh')).rejects.toMatchObject({ kind: 'noArticle' });
});

it('reports the file, line and column of an unusable file', async () => {
  const detail = expect.stringMatching(/^zh\/menu\.json:1:8: /u);
  await expect(get(paths.menu, {}, 'zh')).rejects.toMatchObject({ kind: 'contentFile', status: 500, detail });
  expect(mistakes).toEqual([detail]);
});
