import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { MEDIA_FOLDER, openMediaFolder } from './media-folder.ts';

const HOUR_S = 3600;

let dataDir = '';
let folder = '';
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'plinth-media-'));
  folder = path.join(dataDir, MEDIA_FOLDER);
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const open = (maxBytes = 100) => openMediaFolder(dataDir, maxBytes);
const bytes = (length: number, fill = 'x') => Buffer.alloc(length, fill);
const inFolder = () => readdirSync(folder).sort();

/** Creates a file of an earlier run that was last used `hoursAgo`. */
function left(name: string, size: number, hoursAgo: number): void {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, name);
  writeFileSync(file, bytes(size));
  const usedAt = Date.now() / 1000 - hoursAgo * HOUR_S;
  utimesSync(file, usedAt, usedAt);
}

it('returns the last stored bytes, even to another process', async () => {
  const cache = open();
  await cache.store('a', bytes(90));
  await cache.store('a', bytes(10, 'ab'));
  expect(await open().read('a')).toEqual(bytes(10, 'ab'));
  expect(await cache.find('a')).toBe(path.join(folder, 'a'));
  expect([await cache.read('b'), await cache.find('b')]).toEqual([undefined, undefined]);
});

it('creates a media folder that only its owner can read', async () => {
  await open().store('a', bytes(10));
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

it('ignores an empty media file', async () => {
  const cache = open();
  left('empty', 0, 0);
  await cache.store('a', bytes(101));
  expect([await cache.find('empty'), inFolder()]).toEqual([undefined, ['empty']]);
});

it('stores complete files during simultaneous writes under one key', async () => {
  const cache = open(1000);
  const keys = Array.from({ length: 20 }, (_, index) => `k${index % 5}`);
  await Promise.all(keys.map((key, index) => cache.store(key, bytes(10 + index))));
  expect(inFolder()).toEqual(['k0', 'k1', 'k2', 'k3', 'k4']);
});

it('removes the least recently used files beyond the maximum', async () => {
  left('older', 40, 4);
  left('old', 40, 3);
  left('used', 20, 5);
  const cache = open();
  await cache.find('used');
  await cache.store('new', bytes(30));
  expect(inFolder()).toEqual(['new', 'old', 'used']);
});

it('stores a file again after the removal of its folder', async () => {
  const cache = open();
  await cache.store('a', bytes(10));
  rmSync(folder, { recursive: true });
  expect(await cache.read('a')).toBeUndefined();
  await cache.store('a', bytes(20));
  expect(await cache.read('a')).toEqual(bytes(20));
});

it('does not throw if the media folder cannot be created', async () => {
  writeFileSync(folder, 'no folder');
  const cache = open();
  await cache.store('a', bytes(10));
  expect(await cache.read('a')).toBeUndefined();
});

it('waits for running writes on close and then stores no more', async () => {
  const cache = open(1000);
  void cache.store('first', bytes(10));
  await cache.close();
  await cache.store('second', bytes(10));
  expect(inFolder()).toEqual(['first']);
});
