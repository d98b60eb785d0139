import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile, readlink, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { describe, expect, it } from 'vitest';
import { fakeS3ForFile } from '../../test/support/fake-s3-for-file.ts';
import { newFileName } from '../lib/identifiers.ts';
import { temporaryFolder } from '../store/testing/index.ts';
import { openFileStore } from './file-store.ts';

const HOUR_MS = 3_600_000;

const fakeS3 = fakeS3ForFile();

/** An empty file store; `names` lists all files, local and in the bucket. */
async function newFileStore(kind: string) {
  const dataDir = await temporaryFolder();
  const settings = kind === 'a folder' ? undefined : fakeS3().settings(`${newFileName()}/`);
  const uploads = await openFileStore(dataDir, settings);
  const local = path.join(dataDir, 'uploads');
  const stored = () => namesOf(uploads.unchangedSince(Infinity));
  const names = async () => [...new Set([...(await readdir(local)), ...(await stored())])].sort();
  return { local, uploads, names };
}

const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
/** Counts open files, without sockets. */
async function openFiles(): Promise<number> {
  const descriptors = await readdir('/proc/self/fd');
  const targets = await Promise.all(descriptors.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
  return targets.filter((target) => target.startsWith('/')).length;
}

async function namesOf(pages: AsyncIterable<string[]>): Promise<string[]> {
  const names: string[] = [];
  for await (const page of pages) names.push(...page);
  return names;
}

async function bytesOf(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

describe.each(['a folder', 'S3'])('file store in %s', (kind) => {
  it.each([0, 1, 65_536, 10 * 1024 * 1024])('stores a file of %d bytes', async (size) => {
    const { uploads, names } = await newFileStore(kind);
    const bytes = randomBytes(size);
    const upload = await uploads.create();
    await pipeline(Readable.from([bytes]), upload.stream);
    expect(sha(await readFile(upload.path))).toBe(sha(bytes));
    const stored = await uploads.commit(upload);
    expect(sha(await bytesOf(await uploads.open(stored)))).toBe(sha(bytes));
    expect(await names()).toEqual([stored]);
  });

  it('creates unique names and owner-only files', async () => {
    const { local, uploads } = await newFileStore(kind);
    const [one, two] = [await uploads.create(), await uploads.create()];
    expect(one.storedName).toMatch(/^[0-9a-f]{32}$/u);
    expect(two.storedName).not.toBe(one.storedName);
    expect((await stat(one.path)).mode & 0o777).toBe(0o600);
    expect((await stat(local)).mode & 0o777).toBe(0o700);
    await Promise.all([uploads.discard(one), uploads.discard(two)]);
  });

  it('reports a full disk below the requested free space', async () => {
    const { uploads } = await newFileStore(kind);
    expect(await uploads.isDiskFull(0)).toBe(false);
    expect(await uploads.isDiskFull(Number.POSITIVE_INFINITY)).toBe(true);
  });

  it('ends a stream on commit', async () => {
    const { uploads } = await newFileStore(kind);
    const upload = await uploads.create();
    upload.stream.write('abc');
    expect((await bytesOf(await uploads.open(await uploads.commit(upload)))).toString()).toBe('abc');
  });

  it('rejects the commit of a stream that was cut off', async () => {
    const { uploads, names } = await newFileStore(kind);
    const upload = await uploads.create();
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('half');
        throw new Error('cut off');
      })(),
    );
    await expect(pipeline(broken, upload.stream)).rejects.toThrow('cut off');
    await expect(uploads.commit(upload)).rejects.toThrow();
    await uploads.discard(upload);
    expect(await names()).toEqual([]);
  });

  it('discards files in any state without leaking descriptors', async () => {
    const { uploads, names } = await newFileStore(kind);
    const before = await openFiles();
    for (const prepare of ['unchanged', 'writing', 'ended', 'destroyed', 'failed']) {
      const { stream, ...rest } = await uploads.create();
      if (prepare === 'writing') stream.write(randomBytes(1_000_000));
      if (prepare === 'ended') stream.end('abc');
      if (prepare === 'destroyed') stream.destroy();
      if (prepare === 'failed') stream.destroy(new Error('disk'));
      await uploads.discard({ stream, ...rest });
      await uploads.discard({ stream, ...rest });
    }
    expect(await names()).toEqual([]);
    expect(await openFiles()).toBe(before);
  });

  it('commits and reads without leaking descriptors', async () => {
    const { uploads } = await newFileStore(kind);
    const before = await openFiles();
    for (let n = 0; n < 5; n++) {
      const upload = await uploads.create();
      upload.stream.end('abc');
      await bytesOf(await uploads.open(await uploads.commit(upload)));
    }
    expect(await openFiles()).toBe(before);
  });

  it('removes a file; a second removal succeeds', async () => {
    const { uploads, names } = await newFileStore(kind);
    const upload = await uploads.create();
    upload.stream.write('abc');
    const stored = await uploads.commit(upload);
    await uploads.remove(stored);
    await uploads.remove(stored);
    expect(await names()).toEqual([]);
    await expect(uploads.open(stored)).rejects.toThrow('ENOENT');
  });

  it.each(['../plinth.sqlite', '/etc/passwd', '', '.', 'A'.repeat(32), `${'a'.repeat(32)}/..`])(
    'rejects the name %j',
    async (name) => {
      const { uploads } = await newFileStore(kind);
      await expect(uploads.open(name)).rejects.toThrow('not the name of a stored file');
      await expect(uploads.remove(name)).rejects.toThrow('not the name of a stored file');
    },
  );

  it('lists unchanged files and removes abandoned temporary files', async () => {
    const { local, uploads, names } = await newFileStore(kind);
    const [left, kept] = [await uploads.create(), await uploads.create()];
    kept.stream.write('abc');
    await uploads.commit(kept);
    await writeFile(path.join(local, 'foreign'), '');
    const unchanged = (time: number) => namesOf(uploads.unchangedSince(time));
    expect(await unchanged(Date.now() - HOUR_MS)).toEqual([]);
    expect(await unchanged(Date.now() + HOUR_MS)).toEqual([kept.storedName]);
    expect(await uploads.removeIncoming(Date.now() - HOUR_MS)).toBe(0);
    expect(await uploads.removeIncoming(Date.now() + HOUR_MS)).toBe(1);
    expect(await names()).toEqual([kept.storedName, 'foreign'].sort());
    await uploads.discard(left);
  });

  it('handles many files concurrently', async () => {
    const { uploads, names } = await newFileStore(kind);
    const contents = Array.from({ length: 30 }, (_, at) => randomBytes(1 + at * 10_000));
    const stored = await Promise.all(
      contents.map(async (bytes) => {
        const upload = await uploads.create();
        await pipeline(Readable.from([bytes]), upload.stream);
        return uploads.commit(upload);
      }),
    );
    const read = await Promise.all(stored.map(async (name) => sha(await bytesOf(await uploads.open(name)))));
    expect(read).toEqual(contents.map(sha));
    await Promise.all(stored.map((name) => uploads.remove(name)));
    expect(await names()).toEqual([]);
  });
});
