import { existsSync } from 'node:fs';
import { link, readdir, readFile, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sha256Of, temporaryFolder, testStore, upload } from '../applications/store/testing/index.ts';

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  return { ...real, link: vi.fn(real.link), statfs: vi.fn(real.statfs) };
});
// The tests of a worker share their modules: another test may have loaded this one without the mock.
vi.resetModules();
const { copyStored, freeSpace, writeNewFile: pourInto } = await import('./files.ts');

async function setUp() {
  const store = await testStore();
  const folder = await temporaryFolder();
  const file = { storedName: await upload(store, 'content'), bytes: 7, sha256: sha256Of('content') };
  return { folder, copy: () => copyStored(store.fileStore, file, path.join(folder, 'a.pdf')) };
}

describe.each([
  ['has links', undefined],
  ['has no links', 'EPERM'],
])('copies a stored file on a file system that %s', (_name, code) => {
  beforeEach(() => {
    vi.mocked(link).mockClear();
    if (code) vi.mocked(link).mockRejectedValueOnce(Object.assign(new Error(code), { code }));
  });

  it('copies a file completely without leaving a temporary file', async () => {
    const { folder, copy } = await setUp();
    expect(await copy()).toBe(true);
    expect(link).toHaveBeenCalledOnce();
    expect(await readdir(folder)).toEqual(['a.pdf']);
    expect(await readFile(path.join(folder, 'a.pdf'), 'utf8')).toBe('content');
  });

  it('does not overwrite a file created during the copy', async () => {
    const { folder, copy } = await setUp();
    await writeFile(path.join(folder, 'a.pdf'), 'of another');
    expect(await copy()).toBe(false);
    expect(await readdir(folder)).toEqual(['a.pdf']);
    expect(await readFile(path.join(folder, 'a.pdf'), 'utf8')).toBe('of another');
  });
});

it('rejects after creating the file, so that the caller can remove it', async () => {
  const file = path.join(await temporaryFolder(), 'a.part');
  const unreadable = Readable.from([]).destroy(new Error('unreadable'));
  await expect(pourInto(file, unreadable)).rejects.toThrow('unreadable');
  expect(existsSync(file)).toBe(true);
});

type Reported = Awaited<ReturnType<typeof statfs>>;

it.each([
  ['the free inodes of a disk that has a fixed number', { files: 100, ffree: 7 }, 7],
  [
    'infinitely many inodes of a disk that reports no number',
    { files: 0, ffree: 0 },
    Number.POSITIVE_INFINITY,
  ],
])('returns %s', async (_what, inodes, expected) => {
  vi.mocked(statfs).mockResolvedValueOnce({ bavail: 3, bsize: 4096, ...inodes } as Reported);
  expect(await freeSpace('/')).toEqual({ bytes: 3 * 4096, inodes: expected });
});
