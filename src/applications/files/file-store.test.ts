import { randomBytes } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { describe, expect, it } from 'vitest';
import { fakeS3ForFile } from '../../../test/support/fake-s3-for-file.ts';
import { newFileName } from '../../lib/identifiers.ts';
import { temporaryFolder } from '../store/testing/index.ts';
import { openFileStore } from './file-store.ts';
import { listNames } from './testing/s3-fixture.ts';

const HOUR_MS = 3_600_000;

const fakeS3 = fakeS3ForFile();

/** Creates an empty file store. `names` lists all files, both local and in the bucket. */
async function newFileStore(kind: string) {
  const dataDir = await temporaryFolder();
  const settings = kind === 'a folder' ? undefined : fakeS3().settings(`${newFileName()}/`);
  const fileStore = await openFileStore(dataDir, settings);
  const local = path.join(dataDir, 'uploads');
  const names = async () => [...new Set([...(await readdir(local)), ...(await listNames(fileStore))])].sort();
  /** Commits a file without ending its stream. */
  async function commit(content: Buffer | string) {
    const upload = await fileStore.create();
    upload.stream.write(content);
    return fileStore.commit(upload);
  }
  return { local, fileStore, names, commit };
}

describe.each(['a folder', 'S3'])('in %s', (kind) => {
  it.each([0, 65_537])('stores a file of %d bytes so that only its owner can read it', async (size) => {
    const { local, fileStore, names } = await newFileStore(kind);
    const bytes = randomBytes(size);
    const upload = await fileStore.create();
    await pipeline(Readable.from([bytes]), upload.stream);
    expect(bytes.equals(await readFile(upload.path))).toBe(true);
    expect((await stat(upload.path)).mode & 0o777).toBe(0o600);
    expect((await stat(local)).mode & 0o777).toBe(0o700);
    const stored = await fileStore.commit(upload);
    expect(stored).toMatch(/^[0-9a-f]{32}$/u);
    expect(bytes.equals(await buffer(await fileStore.open(stored)))).toBe(true);
    expect(await names()).toEqual([stored]);
  });

  it('reports a full disk if there is less than the requested free space', async () => {
    const { fileStore } = await newFileStore(kind);
    expect(await fileStore.isDiskFull(0)).toBe(false);
    expect(await fileStore.isDiskFull(Number.POSITIVE_INFINITY)).toBe(true);
  });

  it('rejects the commit of a truncated stream', async () => {
    const { fileStore, names } = await newFileStore(kind);
    const upload = await fileStore.create();
    upload.stream.write('half');
    upload.stream.destroy(new Error('cut off'));
    await expect(fileStore.commit(upload)).rejects.toThrow();
    await fileStore.discard(upload);
    expect(await names()).toEqual([]);
  });

  it('removes a file even if it was removed before', async () => {
    const { fileStore, names, commit } = await newFileStore(kind);
    const stored = await commit('abc');
    for (const _time of [1, 2]) await fileStore.remove(stored);
    expect(await names()).toEqual([]);
    await expect(fileStore.open(stored)).rejects.toThrow('ENOENT');
  });

  it.each(['../plinth.sqlite', `${'a'.repeat(32)}/..`])('rejects %j as a file name', async (name) => {
    const { fileStore } = await newFileStore(kind);
    await expect(fileStore.open(name)).rejects.toThrow('not the name of a stored file');
    await expect(fileStore.remove(name)).rejects.toThrow('not the name of a stored file');
  });

  it('lists unchanged files and removes abandoned temporary files', async () => {
    const { local, fileStore, names, commit } = await newFileStore(kind);
    const abandoned = await fileStore.create();
    const stored = await commit('abc');
    await writeFile(path.join(local, 'foreign'), '');
    expect(await listNames(fileStore, Date.now() - HOUR_MS)).toEqual([]);
    expect(await listNames(fileStore, Date.now() + HOUR_MS)).toEqual([stored]);
    expect(await fileStore.removeTemporaryFiles(Date.now() - HOUR_MS)).toBe(0);
    expect(await fileStore.removeTemporaryFiles(Date.now() + HOUR_MS)).toBe(1);
    expect(await names()).toEqual([stored, 'foreign'].sort());
    await fileStore.discard(abandoned);
  });
});
