import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { paths } from '../backend/paths.ts';
import { startDemoBackend } from './backend.ts';

let root = '';
let backend: Awaited<ReturnType<typeof startDemoBackend>>;

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'plinth-content-'));
  const common = path.join(root, 'content', 'zh', 'common');
  await mkdir(common, { recursive: true });
  for (const name of ['company-profile', 'qa', '公司简介'])
    await writeFile(path.join(common, `${name}.json`), JSON.stringify([{ id: name }]));
  await writeFile(path.join(root, '公司.json'), JSON.stringify([{ id: 'outside' }]));
  backend = await startDemoBackend(path.join(root, 'content'));
});

afterAll(async () => {
  backend.close();
  await rm(root, { recursive: true });
});

it.each([
  ['Company Profile', ['company-profile']],
  ['Q&A', ['qa']],
  ['公司 简介', ['公司简介']],
  ['../../../公司', []],
  ['!!!', []],
  ['', []],
])('reads the common data of code %j from the folder', async (code, ids) => {
  const query = new URLSearchParams({ componentCode: code });
  const response = await fetch(`${backend.url}${paths.common}?${query}`, {
    headers: { 'Accept-Language': 'zh' },
  });
  const { data } = (await response.json()) as { data: { id: string }[] };
  expect(data.map(({ id }) => id)).toEqual(ids);
});
