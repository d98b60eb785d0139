import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder, writeIn } from '../../test/support/temporary-folder.ts';
import { openMediaFolder } from './media-folder.ts';

const bytes = (length: number, fill = 'x') => Buffer.alloc(length, fill);

it('returns the last stored bytes, which only the owner can read', async () => {
  await using parent = await temporaryFolder('media');
  const folder = path.join(parent.path, 'media');
  const cache = openMediaFolder(folder, 100);
  await cache.store('a', bytes(90));
  await cache.store('a', bytes(10, 'ab'));
  expect(await openMediaFolder(folder).read('a')).toEqual(bytes(10, 'ab'));
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

it('removes the oldest files beyond the maximum', async () => {
  await using folder = await temporaryFolder('media');
  for (const [name, hour] of [
    ['older', 1],
    ['old', 2],
    ['young', 3],
  ] as const)
    utimesSync(await writeIn(folder.path, name, bytes(30)), hour * 3600, hour * 3600);
  await openMediaFolder(folder.path, 100).store('new', bytes(30));
  expect(readdirSync(folder.path).sort()).toEqual(['new', 'old', 'young']);
});

it('does not throw if the media folder cannot be created', async () => {
  await using parent = await temporaryFolder('media');
  const file = path.join(parent.path, 'media');
  writeFileSync(file, 'not a folder');
  const cache = openMediaFolder(file);
  await cache.store('a', bytes(10));
  expect(await cache.read('a')).toBeUndefined();
});
