import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { refuseBomb, refuseOverlaps } from './archive-bombs.ts';
import { MAX_ZIP_ENTRIES } from './check-limits.ts';
import { Refusal, refusing } from './refusal.ts';

export type Archive = {
  /** By name in lower case: part names are compared without it (ECMA-376, part 2, 6.3.5). */
  entries: ReadonlyMap<string, Entry>;
  hasPassword: boolean;
  /** The unpacked bytes of a small entry; a refusal where it has more than `most` or is damaged. */
  unpack(entry: Entry, most: number): Promise<Buffer>;
};

async function readEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MAX_ZIP_ENTRIES) throw new Refusal('fileUnsafe', `${zip.entryCount} entries`);
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName.toLowerCase();
    if (entries.has(name)) throw new Refusal('fileUnsafe', 'two entries of one name');
    entries.set(name, entry);
  }
  return entries;
}

async function unpackEntry(zip: ZipFile, entry: Entry, most: number): Promise<Buffer> {
  if (entry.uncompressedSize > most) throw new Refusal('fileUnsafe', `${entry.fileName} is too large`);
  const stream = await zip.openReadStreamPromise(entry);
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const parts: Buffer[] = [];
  stream.on('data', (part: Buffer) => parts.push(part));
  stream.on('end', () => resolve(Buffer.concat(parts)));
  stream.on('error', reject);
  return promise;
}

const STRONG_ENCRYPTION = /strong encryption/u;

/** yauzl ends at an entry under strong encryption; all else that stops it is damage. */
const asRefusal = (error: unknown): unknown =>
  error instanceof Error && STRONG_ENCRYPTION.test(error.message)
    ? new Refusal('filePassword', error.message)
    : error;

async function readArchive(content: Buffer): Promise<Archive> {
  const zip = await fromBufferPromise(content);
  const directoryAt = Number(zip.readEntryCursor);
  const entries = await readEntries(zip);
  const all = [...entries.values()];
  refuseOverlaps(all, directoryAt);
  refuseBomb(all, content.length);
  return {
    entries,
    hasPassword: all.some((entry) => entry.isEncrypted()),
    unpack: (entry, most) => refusing('fileUnsafe', () => unpackEntry(zip, entry, most)),
  };
}

/** Reads an archive's directory, which must be small, honest and no bomb. Nothing is unpacked. */
export const openArchive = (content: Buffer): Promise<Archive> =>
  refusing('fileUnsafe', () =>
    readArchive(content).catch((error: unknown) => {
      throw asRefusal(error);
    }),
  );
