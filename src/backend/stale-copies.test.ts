import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStaleCopies } from './stale-copies.ts';

const KEY = 'zh /article/get {"id":"1"}';
const OWNER = ['https://backend.example', 'tenant: 1'];
const copy = (text: string, storedAt = 1000) => ({ body: Buffer.from(text), storedAt });

let dataDir = '';
let lines: { msg: string; reason?: string }[] = [];
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'plinth-stale-copies-'));
  lines = [];
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const open = (owner: readonly string[] = OWNER, maxBytes?: { answers: number; searches: number }) =>
  createStaleCopies({
    dataDir,
    owner,
    maxBytes,
    log: pino({}, { write: (line: string) => lines.push(JSON.parse(line)) }),
  });

const folder = (shelf = 'answers') => path.join(dataDir, 'content/v1', shelf);
const filesIn = (shelf?: string) => readdirSync(folder(shelf));
const onlyFile = () => path.join(folder(), filesIn()[0] ?? '');

/** Copies put by a process that has ended. */
async function kept(...texts: string[]): Promise<void> {
  const staleCopies = open();
  for (const text of texts) staleCopies.put('answers', texts.length === 1 ? KEY : text, copy(text));
  await staleCopies.close();
}

describe('a copy', () => {
  it('is there before it is written, and after a restart', async () => {
    const staleCopies = open();
    staleCopies.put('answers', KEY, copy('one'));
    expect(await staleCopies.get('answers', KEY)).toEqual(copy('one'));
    await staleCopies.close();
    expect(await open().get('answers', KEY)).toEqual(copy('one'));
  });

  it('is gone when it was removed, at once and after a restart', async () => {
    await kept('one');
    const staleCopies = open();
    staleCopies.remove('answers', KEY);
    expect(await staleCopies.get('answers', KEY)).toBeUndefined();
    await staleCopies.close();
    expect([await open().get('answers', KEY), filesIn()]).toEqual([undefined, []]);
  });

  it.each([
    ['address', ['https://other.example', 'tenant: 1']],
    ['tenant', ['https://backend.example', 'tenant: 2']],
    ['set of headers', ['https://backend.example']],
  ])('is not given to a site with another %s', async (_what, owner) => {
    await kept('one');
    expect(await open(owner).get('answers', KEY)).toBeUndefined();
    expect(await open().get('answers', KEY)).toEqual(copy('one'));
  });

  it('says nothing of its question in its name', async () => {
    const staleCopies = open();
    staleCopies.put('searches', 'zh /article/getLike {"keyword":"secret"}', copy('found'));
    await staleCopies.close();
    expect(filesIn('searches')).toEqual([expect.stringMatching(/^[\w-]{43}$/u)]);
  });
});

describe('a file that is not as it was written', () => {
  it.each([
    ['torn', (file: Buffer) => file.subarray(0, file.length - 1), 'not as it was written'],
    [
      'of another format',
      (file: Buffer) => Buffer.from(file.toString().replace(' 1 ', ' 9 ')),
      'another format: plinth-answer 9',
    ],
    ['of something else', () => Buffer.from('hello'), 'no copy of an answer'],
  ])('since it is %s is left out, logged and removed', async (_how, spoil, reason) => {
    await kept('one');
    writeFileSync(onlyFile(), spoil(readFileSync(onlyFile())));
    const staleCopies = open();
    expect(await staleCopies.get('answers', KEY)).toBeUndefined();
    expect(lines).toMatchObject([{ msg: 'a copy of content is left out', reason }]);
    expect(staleCopies.counts().broken).toBe(1);
    await expect.poll(() => filesIn()).toEqual([]);
  });
});

describe('the bound', () => {
  it('holds for content, and searches have one of their own', async () => {
    const maxBytes = { answers: 3 * 4096, searches: 2 * 4096 };
    const staleCopies = open(OWNER, maxBytes);
    for (let number = 0; number < 10; number += 1) {
      staleCopies.put('answers', `a${number}`, copy('x'));
      staleCopies.put('searches', `s${number}`, copy('x'));
    }
    await staleCopies.close();
    expect([filesIn('answers').length, filesIn('searches').length]).toEqual([3, 2]);
    expect(staleCopies.counts().bytes).toBe(5 * 4096);
    const again = open(OWNER, maxBytes);
    expect(await again.get('answers', 'a9')).toBeDefined();
    expect(await again.get('answers', 'a0')).toBeUndefined();
  });
});

describe('a disk that takes nothing', () => {
  it('is logged once, harms nothing, and is used again when it works', async () => {
    const blocker = path.join(dataDir, 'content');
    writeFileSync(blocker, 'no folder');
    const staleCopies = open();
    const put = async (text: string) => {
      staleCopies.put('answers', text, copy(text));
      const before = staleCopies.counts();
      await expect
        .poll(() => staleCopies.counts().failed + staleCopies.counts().written)
        .toBeGreaterThan(before.failed + before.written);
    };
    for (const text of ['one', 'two', 'three']) await put(text);
    expect(lines.map(({ msg }) => msg)).toEqual(['content is not kept on disk']);
    expect(staleCopies.counts()).toMatchObject({ failed: 3, written: 0 });
    rmSync(blocker);
    await put('four');
    expect(lines.map(({ msg }) => msg)).toEqual([
      'content is not kept on disk',
      'content is kept on disk again',
    ]);
    expect(await open().get('answers', 'four')).toEqual(copy('four'));
  });
});
