import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFileOpener } from './open-file.ts';

let outside = '';
const FIELDS = ['content-length', 'content-range', 'etag', 'last-modified'] as const;
const MODIFIED = 'Tue, 01 Sep 2026 08:00:00 GMT';
const ETAG = `W/"a-${Date.parse(MODIFIED).toString(16)}"`;

async function open(url: string, headers: Record<string, string> = {}) {
  const opened = await createFileOpener(path.join(outside, 'content'))(
    url,
    headers,
    AbortSignal.timeout(5000),
  );
  const fields = FIELDS.map((name) => [name, opened.headers.get(name)]).filter(([, value]) => value !== null);
  return { status: opened.status, body: await text(opened.body), ...Object.fromEntries(fields) };
}

beforeAll(async () => {
  outside = await mkdtemp(path.join(tmpdir(), 'plinth-files-'));
  const files = path.join(outside, 'content/files');
  await mkdir(path.join(files, 'sub'), { recursive: true });
  await writeFile(path.join(outside, 'secret.pdf'), 'secret');
  await writeFile(path.join(outside, 'content/menu.pdf'), 'secret');
  for (const name of ['a.pdf', '年 报.docx', 'sub/b.svg']) {
    await writeFile(path.join(files, name), '0123456789');
    await utimes(path.join(files, name), new Date(MODIFIED), new Date(MODIFIED));
  }
  await writeFile(path.join(files, 'empty.pdf'), '');
  await symlink('a.pdf', path.join(files, 'inside.pdf'));
  await symlink('../../secret.pdf', path.join(files, 'linked.pdf'));
  await symlink('../..', path.join(files, 'linked'));
});
afterAll(() => rm(outside, { recursive: true }));

describe('a file of the content folder', () => {
  it.each([
    '/files/a.pdf',
    '/files/a.pdf?v=2#page=3',
    '/files/%E5%B9%B4%20报.docx',
    '/files/sub/b.svg',
    '/files/inside.pdf',
  ])('is read from %s with size and state', async (url) => {
    expect(await open(url)).toEqual({
      status: 200,
      body: '0123456789',
      'content-length': '10',
      etag: ETAG,
      'last-modified': MODIFIED,
    });
  });

  it('may be empty', async () => {
    expect(await open('/files/empty.pdf')).toMatchObject({ status: 200, body: '', 'content-length': '0' });
  });

  it.each([
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['bytes=8-', '89', 'bytes 8-9/10'],
    ['bytes=7-99', '789', 'bytes 7-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
  ])('is sent in part for the range %s', async (range, body, contentRange) => {
    const conditions: Record<string, string>[] = [{}, { 'if-range': ETAG }, { 'if-range': MODIFIED }];
    for (const condition of conditions)
      expect(await open('/files/a.pdf', { range, ...condition })).toMatchObject({
        status: 206,
        body,
        'content-range': contentRange,
        'content-length': `${body.length}`,
      });
  });

  it.each(['bytes=10-', 'bytes=4-2', 'bytes=-0', 'bytes=99-100'])(
    'has no part for the range %s',
    async (range) => {
      const expected = { status: 416, 'content-range': 'bytes */10' };
      expect(await open('/files/a.pdf', { range })).toMatchObject(expected);
    },
  );

  it.each<Record<string, string>>([{ range: 'bytes=-' }, { range: 'bytes=2-4', 'if-range': 'W/"older"' }])(
    'is sent completely for %j',
    async (headers) => {
      expect(await open('/files/a.pdf', headers)).toMatchObject({ status: 200, body: '0123456789' });
    },
  );

  it.each<[Record<string, string>, number]>([
    [{ 'if-none-match': ETAG }, 304],
    [{ 'if-none-match': ETAG, range: 'bytes=2-4' }, 304],
    [{ 'if-none-match': '"other"' }, 200],
  ])('is conditional: %j gets %d', async (headers, status) => {
    expect((await open('/files/a.pdf', headers)).status).toBe(status);
  });
});

it.each([
  '/files/none.pdf',
  '/files/sub',
  '/files/',
  '/files',
  '/menu.pdf',
  '/files/../menu.pdf',
  '/files/../../secret.pdf',
  '/files/%2e%2e/%2e%2e/secret.pdf',
  '/files/..%2fmenu.pdf',
  '/files/linked.pdf',
  '/files/linked/secret.pdf',
  '/files/a.pdf%00',
  '/files/%',
  '//cdn.example/files/a.pdf',
])('finds no file at %s', async (url) => {
  expect(await open(url)).toEqual({ status: 404, body: '' });
});
