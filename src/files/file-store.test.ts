import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile, readlink, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { describe, expect, it } from 'vitest';
import { fakeS3ForFile } from '../../test/support/fake-s3-for-file.ts';
import { newFileName } from '../lib/identifiers.ts';
import { temporaryFolder } from '../store/testing/index.ts';
import { openUploads } from './open-file-store.ts';

const HOUR_MS = 3_600_000;

const fakeS3 = fakeS3ForFile();

/** Uploads of a kind with nothing in them; `names` are those of all files, on this machine and in the store. */
async function newUploads(kind: string) {
  const dataDir = await temporaryFolder();
  const settings = kind === 'a folder' ? undefined : fakeS3().settings(`${newFileName()}/`);
  const uploads = await openUploads(dataDir, settings);
  const local = path.join(dataDir, 'uploads');
  const stored = () => namesOf(uploads.untouchedSince(Infinity));
  const names = async () => [...new Set([...(await readdir(local)), ...(await stored())])].sort();
  return { local, uploads, names };
}

const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
/** Connections to the store are kept and not counted. */
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

describe.each(['a folder', 'S3'])('uploads in %s', (kind) => {
  it.each([0, 1, 65_536, 10 * 1024 * 1024])('keep a file of %d bytes', async (size) => {
    const { uploads, names } = await newUploads(kind);
    const bytes = randomBytes(size);
    const upload = await uploads.create();
    await pipeline(Readable.from([bytes]), upload.stream);
    expect(sha(await readFile(upload.path))).toBe(sha(bytes));
    const stored = await uploads.commit(upload);
    expect(sha(await bytesOf(await uploads.open(stored)))).toBe(sha(bytes));
    expect(await names()).toEqual([stored]);
  });

  it('have a name of their own each, and are the owner’s alone', async () => {
    const { local, uploads } = await newUploads(kind);
    const [one, two] = [await uploads.create(), await uploads.create()];
    expect(one.storedName).toMatch(/^[0-9a-f]{32}$/u);
    expect(two.storedName).not.toBe(one.storedName);
    expect((await stat(one.path)).mode & 0o777).toBe(0o600);
    expect((await stat(local)).mode & 0o777).toBe(0o700);
    await Promise.all([uploads.discard(one), uploads.discard(two)]);
  });

  it('take no files if the disk has less space than is asked for', async () => {
    const { uploads } = await newUploads(kind);
    expect(await uploads.isDiskFull(0)).toBe(false);
    expect(await uploads.isDiskFull(Number.POSITIVE_INFINITY)).toBe(true);
  });

  it('end what their writer has not ended', async () => {
    const { uploads } = await newUploads(kind);
    const upload = await uploads.create();
    upload.stream.write('abc');
    expect((await bytesOf(await uploads.open(await uploads.commit(upload)))).toString()).toBe('abc');
  });

  it('cut off are never committed', async () => {
    const { uploads, names } = await newUploads(kind);
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

  it('are discarded in any state, and leave no descriptor', async () => {
    const { uploads, names } = await newUploads(kind);
    const before = await openFiles();
    for (const prepare of ['untouched', 'writing', 'ended', 'destroyed', 'failed']) {
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

  it('leave no descriptor when committed and read', async () => {
    const { uploads } = await newUploads(kind);
    const before = await openFiles();
    for (let n = 0; n < 5; n++) {
      const upload = await uploads.create();
      upload.stream.end('abc');
      await bytesOf(await uploads.open(await uploads.commit(upload)));
    }
    expect(await openFiles()).toBe(before);
  });

  it('are removed, twice without harm', async () => {
    const { uploads, names } = await newUploads(kind);
    const upload = await uploads.create();
    upload.stream.write('abc');
    const stored = await uploads.commit(upload);
    await uploads.remove(stored);
    await uploads.remove(stored);
    expect(await names()).toEqual([]);
    await expect(uploads.open(stored)).rejects.toThrow('ENOENT');
  });

  it.each(['../plinth.sqlite', '/etc/passwd', '', '.', 'A'.repeat(32), `${'a'.repeat(32)}/..`])(
    'have no file called %j',
    async (name) => {
      const { uploads } = await newUploads(kind);
      await expect(uploads.open(name)).rejects.toThrow('no name of a stored file');
      await expect(uploads.remove(name)).rejects.toThrow('no name of a stored file');
    },
  );

  it('tell which were not touched since, and remove what came in and was left', async () => {
    const { local, uploads, names } = await newUploads(kind);
    const [left, kept] = [await uploads.create(), await uploads.create()];
    kept.stream.write('abc');
    await uploads.commit(kept);
    await writeFile(path.join(local, 'somebody else’s'), '');
    const untouched = (time: number) => namesOf(uploads.untouchedSince(time));
    expect(await untouched(Date.now() - HOUR_MS)).toEqual([]);
    expect(await untouched(Date.now() + HOUR_MS)).toEqual([kept.storedName]);
    expect(await uploads.removeIncoming(Date.now() - HOUR_MS)).toBe(0);
    expect(await uploads.removeIncoming(Date.now() + HOUR_MS)).toBe(1);
    expect(await names()).toEqual([kept.storedName, 'somebody else’s'].sort());
    await uploads.discard(left);
  });

  it('come and go many at a time', async () => {
    const { uploads, names } = await newUploads(kind);
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
