import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pino from 'pino';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../applications/store/testing/index.ts';
import { CONTENT_FILE, createContentCopies } from './content-copies.ts';

const KEY = 'zh /column/list {}';
const body = (text: string) => Buffer.from(text);
const textOf = (copy?: { body: Uint8Array }) => copy && Buffer.from(copy.body).toString();

let dataDir = '';
let lines: string[] = [];
const file = () => path.join(dataDir, CONTENT_FILE);

function open(options: Partial<Parameters<typeof createContentCopies>[0]> = {}) {
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const copies = createContentCopies({ dataDir, namespace: ['http://a'], log, ...options });
  onTestFinished(copies.close);
  return copies;
}

function withDatabase(use: (database: DatabaseSync) => unknown): void {
  const database = new DatabaseSync(file());
  use(database);
  database.close();
}

beforeEach(async () => {
  dataDir = await temporaryFolder();
  lines = [];
});

it('restores the same bytes after a restart', () => {
  const first = open();
  first.put(KEY, { body: body('远山'), requestedAt: 5 });
  first.close();
  const copy = open().get(KEY);
  expect([textOf(copy), copy?.requestedAt]).toEqual(['远山', 5]);
});

it('returns the last stored copy until its removal', () => {
  const copies = open();
  for (const text of ['old', 'new']) copies.put(KEY, { body: body(text), requestedAt: 5 });
  expect(textOf(copies.get(KEY))).toBe('new');
  copies.remove(KEY);
  expect(copies.get(KEY)).toBeUndefined();
});

it('never returns the copy of another backend or tenant', () => {
  open().put(KEY, { body: body('a'), requestedAt: 5 });
  for (const namespace of [['http://b'], ['http://a', 'tenant: 1']])
    expect(open({ namespace }).get(KEY)).toBeUndefined();
});

it('does not write keys or headers to the file', () => {
  const copies = open({ namespace: ['http://a', 'token: s3cret'] });
  copies.put('zh /article/get {"id":"k-secret"}', { body: body('x'), requestedAt: 5 });
  const database = new DatabaseSync(file());
  onTestFinished(() => database.close());
  expect(JSON.stringify(database.prepare('select * from answers').all())).not.toMatch(/s3cret|k-secret/u);
});

it('stores the newest copies up to the maximum size', () => {
  const copies = open({ maxBytes: 10_000 });
  const all = Array.from({ length: 30 }, (_, at) => at + 1);
  for (const at of all) copies.put(`${at}`, { body: Buffer.alloc(500), requestedAt: at });
  expect(all.filter((at) => copies.get(`${at}`))).toEqual([21, 22, 23, 24, 25, 26, 27, 28, 29, 30]);
});

it.each<[why: string, spoil: () => unknown]>([
  ['is not a database', () => writeFile(file(), 'no database '.repeat(1000))],
  ['has another schema', () => withDatabase((database) => database.exec('create table answers (key text)'))],
])('replaces the copies file if it %s', async (_why, spoil) => {
  await spoil();
  const copies = open();
  expect(copies.get(KEY)).toBeUndefined();
  copies.put(KEY, { body: body('new'), requestedAt: 5 });
  expect(textOf(copies.get(KEY))).toBe('new');
});

it('logs once that the path of the copies file is a folder', async () => {
  await mkdir(file());
  const copies = open();
  for (let at = 1; at <= 3; at += 1) copies.put(KEY, { body: body('new'), requestedAt: at });
  copies.remove(KEY);
  expect(copies.get(KEY)).toBeUndefined();
  expect(lines.filter((line) => line.includes('content is not stored on disk'))).toHaveLength(1);
});
