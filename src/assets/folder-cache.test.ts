import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createFolderCache } from './folder-cache.ts';

const HOUR_S = 3600;

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'plinth-cache-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (maxBytes = 100) => createFolderCache({ folder, maxBytes });
const bytes = (length: number, fill = 'x') => Buffer.alloc(length, fill);
const inFolder = () => readdirSync(folder).sort();

/** Creates a file of an earlier run, last used `hoursAgo`. */
function left(name: string, size: number, hoursAgo: number): void {
  const file = path.join(folder, name);
  writeFileSync(file, bytes(size));
  const usedAt = Date.now() / 1000 - hoursAgo * HOUR_S;
  utimesSync(file, usedAt, usedAt);
}

it('stores nothing after close, which waits for running writes', async () => {
  const cache = createFolderCache({ folder, maxBytes: 1000 });
  const first = cache.put('first', Buffer.from('one'));
  await cache.close();
  expect(readdirSync(folder)).toEqual(['first']);
  await cache.put('second', Buffer.from('two'));
  expect([await first, await cache.get('second')]).toEqual([undefined, undefined]);
});

describe('stored bytes', () => {
  it('creates a folder that only its owner can read', async () => {
    folder = path.join(folder, 'media');
    await open().put('a', bytes(10));
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('returns the bytes that were stored last', async () => {
    const cache = open();
    await cache.put('a', bytes(90));
    await cache.put('a', bytes(10, 'ab'));
    expect(await cache.get('a')).toEqual(bytes(10, 'ab'));
    expect(await cache.get('b')).toBeUndefined();
    expect(cache.size()).toBe(10);
  });

  it('finds the file of a key until it is removed or empty', async () => {
    const cache = open();
    await cache.put('a', bytes(10));
    expect(await cache.find('a')).toBe(path.join(folder, 'a'));
    writeFileSync(path.join(folder, 'a'), '');
    expect([await cache.find('a'), await cache.find('b'), inFolder(), cache.size()]).toEqual([
      undefined,
      undefined,
      [],
      0,
    ]);
  });

  it('stores nothing that is empty or larger than the maximum', async () => {
    const cache = open();
    await cache.put('a', bytes(101));
    await cache.put('b', bytes(0));
    expect([await cache.get('a'), await cache.get('b'), inFolder()]).toEqual([undefined, undefined, []]);
  });

  it('stores complete files if many are written at the same time, also under one key', async () => {
    const cache = open(1000);
    const keys = Array.from({ length: 20 }, (_, index) => `k${index % 5}`);
    await Promise.all(keys.map((key, index) => cache.put(key, bytes(10 + index))));
    expect(inFolder()).toEqual(['k0', 'k1', 'k2', 'k3', 'k4']);
    const sizes = await Promise.all(inFolder().map(async (key) => (await cache.get(key))?.length ?? 0));
    expect(cache.size()).toBe(sizes.reduce((sum, size) => sum + size, 0));
  });
});

describe('the maximum', () => {
  it('removes in the order of use, also for a use in the millisecond of a scan', async () => {
    for (let round = 0; round < 10; round += 1) {
      const cache = open();
      for (const key of ['a', 'b', 'c']) await cache.put(key, bytes(30));
      await cache.get('a');
      // More than an eighth of the maximum is written: the scan finds all three files with their times.
      await cache.put('c', bytes(30));
      await cache.counted();
      await cache.put('d', bytes(30));
      expect(inFolder()).toEqual(['a', 'c', 'd']);
      expect(cache.size()).toBe(90);
      for (const key of inFolder()) await cache.remove(key);
    }
  });

  it('counts the files of an earlier run in the order of their use', async () => {
    left('old', 40, 3);
    left('older', 40, 4);
    left('new', 40, 1);
    const cache = open();
    await cache.counted();
    expect(inFolder()).toEqual(['new', 'old']);
    await cache.put('next', bytes(40));
    expect(inFolder()).toEqual(['new', 'next']);
  });
});

describe('restarts', () => {
  it('knows the last use of a file after a restart', async () => {
    left('a', 40, 5);
    left('b', 40, 3);
    const first = open();
    await first.counted();
    await first.get('a');
    await expect
      .poll(() => Date.now() - statSync(path.join(folder, 'a')).mtimeMs)
      .toBeLessThan(HOUR_S * 1000);
    const second = open();
    await second.counted();
    await second.put('c', bytes(40));
    expect(inFolder()).toEqual(['a', 'c']);
  });

  it('removes unfinished and empty files at start', async () => {
    left('a.1-1.part', 10, 2);
    left('b.2-1.part', 10, 0);
    left('empty', 0, 0);
    left('whole', 10, 0);
    const cache = open();
    await cache.counted();
    // Another process may still be writing a recent one.
    expect(inFolder()).toEqual(['b.2-1.part', 'whole']);
    expect(cache.size()).toBe(10);
  });
});

describe('folders that fail', () => {
  it('forgets a file that was removed with its folder, and stores it again', async () => {
    const cache = open();
    await cache.put('a', bytes(10));
    rmSync(folder, { recursive: true });
    expect([await cache.get('a'), cache.size()]).toEqual([undefined, 0]);
    await cache.put('a', bytes(20));
    expect(await cache.get('a')).toEqual(bytes(20));
  });

  it('stores nothing and throws nothing if the folder cannot be created', async () => {
    writeFileSync(path.join(folder, 'file'), 'no folder');
    const cache = createFolderCache({ folder: path.join(folder, 'file/media'), maxBytes: 100 });
    expect(await cache.put('a', bytes(10))).toMatchObject({ code: 'ENOTDIR' });
    expect([await cache.get('a'), cache.size()]).toEqual([undefined, 0]);
  });
});

describe('folders of several processes', () => {
  it('returns and counts the files of other processes', async () => {
    const [one, other] = [open(), open()];
    await one.put('a', bytes(60));
    expect([await other.get('a'), other.size()]).toEqual([bytes(60), 60]);
    await other.put('b', bytes(60));
    await other.counted();
    expect(inFolder()).toEqual(['b']);
    expect(other.size()).toBe(60);
  });

  it('removes files of other processes before its own that were used at the same time', async () => {
    const now = Date.now() + HOUR_S * 1000;
    vi.useFakeTimers({ now, toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    left('a', 60, 0);
    const cache = open();
    await cache.counted();
    left('c', 30, 0);
    await cache.put('b', bytes(60));
    await cache.counted();
    expect(inFolder()).toEqual(['b', 'c']);
    left('d', 30, 0);
    await cache.get('c');
    await cache.put('b', bytes(60));
    await cache.counted();
    expect(inFolder()).toEqual(['b', 'c']);
  });
});
