/** @module-tag slow */
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findFile, openContentFolder } from './folder.ts';

let root = '';
let outside = '';

/** `公司` in GBK. */
const GBK = Buffer.from([0xb9, 0xab, 0xcb, 0xbe]);
const gbk = (before: string, after: string) => Buffer.concat([Buffer.from(before), GBK, Buffer.from(after)]);

async function put(name: string, content: unknown): Promise<string> {
  const file = path.join(root, name);
  await mkdir(path.dirname(file), { recursive: true });
  const isWritten = typeof content === 'string' || Buffer.isBuffer(content);
  await writeFile(file, isWritten ? content : JSON.stringify(content));
  return file;
}

beforeEach(async () => {
  outside = await mkdtemp(path.join(tmpdir(), 'plinth-folder-'));
  root = path.join(outside, 'content');
  await mkdir(root);
});
afterEach(() => rm(outside, { recursive: true }));

it.each(['zh/menu.json', 'no/such/folder.json'])('reports the missing file %s', async (name) => {
  await expect(openContentFolder(root).json(name)).rejects.toThrow(`${name}: the file is missing`);
});

it.each([
  ['with a missing bracket', '[{\n"id": 1]', 'zh/menu.json:2:8: comma expected at ]'],
  ['in GBK', gbk('[{\n"name": "', '"}]'), 'zh/menu.json:2:10: not UTF-8. Save the file as UTF-8.'],
])('reports a JSON file %s with its name, line and column', async (_how, content, message) => {
  await put('zh/menu.json', content);
  await expect(openContentFolder(root).json('zh/menu.json')).rejects.toThrow(message);
});

it.each([
  ['that is cut off', '{"title": "ne'],
  ['without a required field', { title: '' }],
  ['that is removed', undefined],
])('keeps the last good content of a JSON file %s and reports it once', async (_how, content) => {
  const problems: string[] = [];
  const folder = openContentFolder(root, (mistake) => problems.push(mistake));
  await put('zh/home.json', { title: 'good' });
  await folder.json('zh/home.json');
  if (content === undefined) await rm(path.join(root, 'zh/home.json'));
  else await put('zh/home.json', content);
  expect([await folder.json('zh/home.json'), await folder.json('zh/home.json')]).toEqual([
    { title: 'good' },
    { title: 'good' },
  ]);
  expect(problems).toEqual([expect.stringMatching(/^zh\/home\.json:/u)]);
});

it.each([
  ['edited', { title: 'old' }, { title: 'a new one' }],
  ['repaired', '{', { title: 'mended' }],
])('rereads a JSON file after it was %s', async (_how, before, after) => {
  const folder = openContentFolder(root);
  await put('zh/home.json', before);
  await folder.json('zh/home.json').catch(() => undefined);
  await put('zh/home.json', after);
  expect(await folder.json('zh/home.json')).toEqual(after);
});

it('accepts the replacement character in valid UTF-8', async () => {
  await put('zh/home.json', { title: '\uFFFD' });
  expect(await openContentFolder(root).json('zh/home.json')).toEqual({ title: '\uFFFD' });
});

it('names a JSON file that cannot be read', async () => {
  await mkdir(path.join(root, 'zh/home.json'), { recursive: true });
  await expect(openContentFolder(root).json('zh/home.json')).rejects.toThrow(/^zh\/home\.json: EISDIR/u);
});

it('reports each invalid record of a JSON file with its line', async () => {
  const mistakes: string[] = [];
  await put('zh/events.json', '[\n  {"id": 1, "title": "", "eventTime": "2024"},\n  {"id": 2}, null]');
  await openContentFolder(root, (mistake) => mistakes.push(mistake)).json('zh/events.json');
  expect(mistakes).toEqual([
    'zh/events.json:2:22: title: is missing',
    'zh/events.json:3:3: title: is missing; eventTime: is missing',
    expect.stringMatching(/^zh\/events\.json:3:14: record: /u),
  ]);
});

it.each([
  ['articles/1', { id: 1, title: 'T', publishTime: '21.11.2026' }, 'content: is missing'],
  ['products', { title: { a: 1 }, list: {} }, 'data, or data.list of pages and products, is not an array'],
])('names the reason why zh/%s.json is unusable before an optional field', async (name, content, reason) => {
  const mistakes: string[] = [];
  await put(`zh/${name}.json`, content);
  const folder = openContentFolder(root, (mistake) => mistakes.push(mistake));
  await expect(folder.json(`zh/${name}.json`)).rejects.toThrow(`zh/${name}.json:1:1: ${reason}`);
  expect(mistakes).toHaveLength(2);
});

it.each([
  ['that is too large', ' '.repeat(9_000_000), /9000000 bytes/u],
  ['that is nested too deeply', '['.repeat(100_000) + ']'.repeat(100_000), /^zh\/events\.json: /u],
])('rejects a JSON file %s', async (_how, content, message) => {
  await put('zh/events.json', content);
  await expect(openContentFolder(root).json('zh/events.json')).rejects.toThrow(message);
});

it('replaces a $file object at any depth with the text of the file', async () => {
  await put('zh/a.html', '<p>远山</p>');
  await put('zh/a.json', [{ id: 1, deep: { list: [{ $file: 'a.html' }] }, none: null }]);
  expect(await openContentFolder(root).json('zh/a.json')).toEqual([
    { id: 1, deep: { list: ['<p>远山</p>'] }, none: null },
  ]);
});

it('reports a missing HTML file until it exists', async () => {
  const folder = openContentFolder(root);
  await put('zh/a.json', { content: { $file: 'a.html' } });
  await expect(folder.json('zh/a.json')).rejects.toThrow('zh/a.json:1:12: a.html is missing');
  await put('zh/a.html', 'text');
  expect(await folder.json('zh/a.json')).toEqual({ content: 'text' });
});

it.each(['../../secret.html', '../secret.html', '/../../secret.html', 'x/../../../secret.html'])(
  'rejects the HTML file %s outside the folder',
  async (name) => {
    await writeFile(path.join(outside, 'secret.html'), 'secret');
    await put('zh/a.json', { content: { $file: name } });
    await expect(openContentFolder(root).json('zh/a.json')).rejects.toThrow(`${name} is missing`);
  },
);

describe('a file that content refers to', () => {
  beforeEach(async () => {
    await put('files/a.pdf', '0123456789');
    await put('files/sub/年 报.docx', '0123456789');
    await put('menu.pdf', 'secret');
    await writeFile(path.join(outside, 'secret.pdf'), 'secret');
    await symlink('a.pdf', path.join(root, 'files/inside.pdf'));
    await symlink('../../secret.pdf', path.join(root, 'files/linked.pdf'));
    await symlink('../..', path.join(root, 'files/linked'));
  });

  it.each(['/files/a.pdf', '/files/a.pdf?v=2#page=3', '/files/sub/%E5%B9%B4%20报.docx', '/files/inside.pdf'])(
    'finds the content file at %s',
    async (url) => {
      expect(findFile(root, url)?.size).toBe(10);
    },
  );

  it.each([
    '/files/none.pdf',
    '/menu.pdf',
    '/files/../menu.pdf',
    '/files/%2e%2e/%2e%2e/secret.pdf',
    '/files/linked.pdf',
    '/files/linked/secret.pdf',
    '/files/a.pdf%00',
    '//cdn.example/files/a.pdf',
  ])('does not find a content file at %s', async (url) => {
    expect(findFile(root, url)).toBeUndefined();
  });
});
