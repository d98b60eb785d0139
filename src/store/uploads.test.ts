import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from './testing/index.ts';
import { openUploads } from './uploads.ts';

const HOUR_MS = 3_600_000;

async function folderOfUploads() {
  const folder = await temporaryFolder();
  const uploads = await openUploads(folder);
  const names = () => readdir(path.join(folder, 'uploads'));
  return { folder, uploads, names };
}

const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const openFiles = async () => (await readdir('/proc/self/fd')).length;

async function read(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

describe('uploads', () => {
  it.each([0, 1, 65_536, 10 * 1024 * 1024])('keep a file of %d bytes', async (size) => {
    const { uploads, names } = await folderOfUploads();
    const bytes = randomBytes(size);
    const upload = await uploads.create();
    await pipeline(Readable.from([bytes]), upload.stream);
    expect(sha(await readFile(upload.path))).toBe(sha(bytes));
    const stored = await uploads.commit(upload);
    expect(sha(await read(await uploads.open(stored)))).toBe(sha(bytes));
    expect(await names()).toEqual([stored]);
  });

  it('have a name of their own each, and are the owner’s alone', async () => {
    const { folder, uploads } = await folderOfUploads();
    const [one, two] = [await uploads.create(), await uploads.create()];
    expect(one.storedName).toMatch(/^[0-9a-f]{32}$/u);
    expect(two.storedName).not.toBe(one.storedName);
    expect((await stat(one.path)).mode & 0o777).toBe(0o600);
    expect((await stat(path.join(folder, 'uploads'))).mode & 0o777).toBe(0o700);
    await Promise.all([uploads.discard(one), uploads.discard(two)]);
  });

  it('end what their writer has not ended', async () => {
    const { uploads } = await folderOfUploads();
    const upload = await uploads.create();
    upload.stream.write('abc');
    expect((await read(await uploads.open(await uploads.commit(upload)))).toString()).toBe('abc');
  });

  it('cut off are never committed', async () => {
    const { uploads, names } = await folderOfUploads();
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
    const { uploads, names } = await folderOfUploads();
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
    const { uploads } = await folderOfUploads();
    const before = await openFiles();
    for (let n = 0; n < 5; n++) {
      const upload = await uploads.create();
      upload.stream.end('abc');
      await read(await uploads.open(await uploads.commit(upload)));
    }
    expect(await openFiles()).toBe(before);
  });

  it('are removed, twice without harm', async () => {
    const { uploads, names } = await folderOfUploads();
    const upload = await uploads.create();
    const stored = await uploads.commit(upload);
    await uploads.remove(stored);
    await uploads.remove(stored);
    expect(await names()).toEqual([]);
    await expect(uploads.open(stored)).rejects.toThrow('ENOENT');
  });

  it.each(['../plinth.sqlite', '/etc/passwd', '', '.', 'A'.repeat(32), `${'a'.repeat(32)}/..`])(
    'have no file called %j',
    async (name) => {
      const { uploads } = await folderOfUploads();
      await expect(uploads.open(name)).rejects.toThrow('no name of a stored file');
      await expect(uploads.remove(name)).rejects.toThrow('no name of a stored file');
    },
  );

  it('tell which were not touched since', async () => {
    const { folder, uploads } = await folderOfUploads();
    const [open, kept] = [await uploads.create(), await uploads.create()];
    await uploads.commit(kept);
    await writeFile(path.join(folder, 'uploads', 'somebody else’s'), '');
    expect(await uploads.untouchedSince(Date.now() - HOUR_MS)).toEqual([]);
    const names = await uploads.untouchedSince(Date.now() + HOUR_MS);
    expect(names.sort()).toEqual([`${open.storedName}.part`, kept.storedName].sort());
    await uploads.discard(open);
  });
});
