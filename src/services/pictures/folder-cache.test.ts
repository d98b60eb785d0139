import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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

/** A file of a former run, last used so many hours ago. */
function left(name: string, size: number, hoursAgo: number): void {
  const file = path.join(folder, name);
  writeFileSync(file, bytes(size));
  const usedAt = Date.now() / 1000 - hoursAgo * HOUR_S;
  utimesSync(file, usedAt, usedAt);
}

describe('what is put', () => {
  it('is there, byte for byte', async () => {
    const cache = open();
    await cache.put('a', bytes(10, 'ab'));
    expect(await cache.get('a')).toEqual(bytes(10, 'ab'));
    expect(await cache.get('b')).toBeUndefined();
    expect(cache.size()).toBe(10);
  });

  it('takes the place of what was there under its key', async () => {
    const cache = open();
    await cache.put('a', bytes(90));
    await cache.put('a', bytes(20, 'y'));
    expect(await cache.get('a')).toEqual(bytes(20, 'y'));
    expect(cache.size()).toBe(20);
  });

  it('is not kept where it is larger than all may be, or has no bytes', async () => {
    const cache = open();
    await cache.put('a', bytes(101));
    await cache.put('b', bytes(0));
    expect([await cache.get('a'), await cache.get('b'), inFolder()]).toEqual([undefined, undefined, []]);
  });

  it('at the same time, under one key and many, is whole', async () => {
    const cache = open(1000);
    const keys = Array.from({ length: 20 }, (_, index) => `k${index % 5}`);
    await Promise.all(keys.map((key, index) => cache.put(key, bytes(10 + index))));
    expect(inFolder()).toEqual(['k0', 'k1', 'k2', 'k3', 'k4']);
    const sizes = await Promise.all(inFolder().map(async (key) => (await cache.get(key))?.length ?? 0));
    expect(cache.size()).toBe(sizes.reduce((sum, size) => sum + size, 0));
  });
});

describe('the bound', () => {
  it('holds: what was not used for longest goes', async () => {
    const cache = open();
    for (const key of ['a', 'b', 'c']) await cache.put(key, bytes(30));
    await cache.get('a');
    await cache.put('d', bytes(30));
    expect(inFolder()).toEqual(['a', 'c', 'd']);
    expect(cache.size()).toBe(90);
  });

  it('holds while many are put at the same time', async () => {
    const cache = open();
    await Promise.all(Array.from({ length: 50 }, (_, index) => cache.put(`k${index}`, bytes(30))));
    expect(cache.size()).toBeLessThanOrEqual(100);
    expect(inFolder()).toHaveLength(cache.size() / 30);
  });

  it('holds for what a former run left, the order of use with it', async () => {
    left('old', 40, 3);
    left('older', 40, 4);
    left('new', 40, 1);
    const cache = open();
    await expect.poll(inFolder).toEqual(['new', 'old']);
    await cache.put('next', bytes(40));
    expect(inFolder()).toEqual(['new', 'next']);
  });
});

describe('a restart', () => {
  it('keeps what was kept', async () => {
    await open().put('a', bytes(10));
    const cache = open();
    expect([await cache.get('a'), cache.size()]).toEqual([bytes(10), 10]);
  });

  it('knows what was used since it was put', async () => {
    left('a', 40, 5);
    left('b', 40, 3);
    await open().get('a');
    await new Promise((resolve) => setTimeout(resolve, 50));
    await open().put('c', bytes(40));
    expect(inFolder()).toEqual(['a', 'c']);
  });

  it('removes what was not finished, or lost its bytes', async () => {
    left('a.1-1.part', 10, 0);
    left('empty', 0, 0);
    left('whole', 10, 0);
    const cache = open();
    expect(inFolder()).toEqual(['whole']);
    expect(cache.size()).toBe(10);
  });
});

describe('a folder in trouble', () => {
  it('with a file removed under it gives nothing, and takes it again', async () => {
    const cache = open();
    await cache.put('a', bytes(10));
    rmSync(path.join(folder, 'a'));
    expect([await cache.get('a'), cache.size()]).toEqual([undefined, 0]);
    await cache.put('a', bytes(20));
    expect(await cache.get('a')).toEqual(bytes(20));
  });

  it('that is gone keeps nothing and fails nobody', async () => {
    const cache = open();
    await cache.put('a', bytes(10));
    rmSync(folder, { recursive: true });
    await cache.put('b', bytes(95));
    expect([await cache.get('a'), await cache.get('b'), cache.size()]).toEqual([undefined, undefined, 0]);
  });

  it('that cannot be made keeps nothing and fails nobody', async () => {
    writeFileSync(path.join(folder, 'file'), 'no folder');
    const cache = createFolderCache({ folder: path.join(folder, 'file/media'), maxBytes: 100 });
    await cache.put('a', bytes(10));
    expect([await cache.get('a'), cache.size()]).toEqual([undefined, 0]);
  });
});

describe('two processes with one folder', () => {
  it('find what the other has put there, and keep together within the bytes of both', async () => {
    const [one, other] = [open(50), open(50)];
    for (const key of ['a', 'b', 'c']) {
      await one.put(key, bytes(20));
      await other.put(`${key}${key}`, bytes(20));
    }
    expect(await other.get('c')).toEqual(bytes(20));
    expect([one.size(), other.size()]).toEqual([40, 40]);
    expect(inFolder().length * 20).toBeLessThanOrEqual(100);
  });
});
