import { buffer } from 'node:stream/consumers';
import { SaxesParser } from 'saxes';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { MEGABYTE } from '../../rules/limits.ts';
import { orRefuse, RefusedFileError } from '../refused-file.ts';

/** Limits of archives. Large workbooks unpack to about 20 times their size, whereas Deflate allows a ratio of up to 1032. */
export const MAX_ZIP_ENTRIES = 10_000;
export const MAX_UNPACKED_BYTES = 512 * MEGABYTE;
const MAX_UNPACK_RATIO = 200;
/** Size below which files may exceed the ratio, because blank sheets compress very well. */
const RATIO_GRACE_BYTES = 8 * MEGABYTE;
/** Maximum ratio of a nested archive. Archives are already compressed, so a higher ratio means a bomb. */
const MAX_NESTED_RATIO = 20;
const NESTED_GRACE_BYTES = MEGABYTE;

export type Archive = {
  /** Entries by part name. */
  entries: ReadonlyMap<string, Entry>;
  hasPassword: boolean;
  /** Unpacks a small entry. Rejects with a `RefusedFileError` if it exceeds `maxBytes` or is damaged. */
  unpack(entry: Entry, maxBytes: number): Promise<Buffer>;
  /** Unpacks the first `length` bytes of an entry, or returns an empty buffer if it is shorter. */
  peek(entry: Entry, length: number): Promise<Buffer>;
};

const LOCAL_HEADER_BYTES = 30;
const STORED = 0;
const DEFLATED = 8;
const ARCHIVE_NAME =
  /\.(?:zip|jar|7z|rar|gz|tgz|bz2|xz|zst|docx|docm|dotx|xlsx|xlsm|xlsb|xltx|pptx|pptm|ppsx|potx|od[tsp])$/iu;

/** Matches yauzl's error for strong encryption. Its other errors mean a damaged file. */
const ENCRYPTED = /strong encryption/u;

async function readEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MAX_ZIP_ENTRIES) throw new RefusedFileError('fileUnsafe');
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    const name = partName(entry.fileName);
    if (entries.has(name)) throw new RefusedFileError('fileUnsafe');
    entries.set(name, entry);
  }
  return entries;
}

/** Refuses overlapping entries, because a small bomb whose entries share bytes can unpack to petabytes. */
function refuseOverlaps(entries: readonly Entry[], directoryAt: number): void {
  const extents = entries.map((entry) => {
    const start = entry.relativeOffsetOfLocalHeader;
    return { start, end: start + LOCAL_HEADER_BYTES + entry.fileNameLength + entry.compressedSize };
  });
  let free = 0;
  for (const { start, end } of extents.sort((a, b) => a.start - b.start)) {
    if (start < free) throw new RefusedFileError('fileUnsafe');
    free = end;
  }
  if (free > directoryAt) throw new RefusedFileError('fileUnsafe');
}

function refuseEntry({ fileName, compressedSize, uncompressedSize, compressionMethod }: Entry): void {
  if (compressionMethod !== STORED && compressionMethod !== DEFLATED) {
    throw new RefusedFileError('fileUnsafe');
  }
  const allowed = Math.max(NESTED_GRACE_BYTES, compressedSize * MAX_NESTED_RATIO);
  if (ARCHIVE_NAME.test(fileName) && uncompressedSize > allowed) {
    throw new RefusedFileError('fileUnsafe');
  }
}

/** Refuses an archive if its directory declares excessive unpacked sizes. */
function refuseBomb(entries: readonly Entry[], archiveBytes: number): void {
  for (const entry of entries) refuseEntry(entry);
  const unpacked = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0);
  const allowed = Math.min(MAX_UNPACKED_BYTES, Math.max(RATIO_GRACE_BYTES, archiveBytes * MAX_UNPACK_RATIO));
  if (unpacked > allowed) throw new RefusedFileError('fileUnsafe');
}

async function unpackEntry(zip: ZipFile, entry: Entry, maxBytes: number): Promise<Buffer> {
  if (entry.uncompressedSize > maxBytes) throw new RefusedFileError('fileUnsafe');
  return buffer(await zip.openReadStreamPromise(entry));
}

async function peekInto(zip: ZipFile, entry: Entry, length: number): Promise<Buffer> {
  if (entry.uncompressedSize < length) return Buffer.alloc(0);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= length) break;
  }
  return Buffer.concat(chunks).subarray(0, length);
}

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
    unpack: (entry, maxBytes) => orRefuse(() => unpackEntry(zip, entry, maxBytes)),
    peek: (entry, length) => orRefuse(() => peekInto(zip, entry, length)),
  };
}

/** Reads an archive's directory and refuses bombs, without unpacking entries. */
export const openArchive = (content: Buffer): Promise<Archive> =>
  orRefuse(() => readArchive(content), ENCRYPTED);

/** Entries of `[Content_Types].xml` in lower case. An Override has a `part`, a Default has an `extension`. */
export type ContentTypes = readonly { type: string; part?: string; extension?: string }[];

/** Matches the encoding that Office writes. ECMA-376 also allows UTF-16. */
const ALLOWED_ENCODING = /^utf-8$/iu;

/** Normalises a part name as Office does: decoded, in lower case, without a leading slash (ECMA-376, part 2, 6.3.5). */
function partName(name: string): string {
  const decoded = name.replace(/%([0-7][\da-f])/giu, (_code, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return decoded.replaceAll('\\', '/').replace(/^\/+/u, '').toLowerCase();
}

/** Parses `[Content_Types].xml` (ECMA-376, part 2, 7.3.7). Throws if it is not well-formed or declares entities. */
export function parseContentTypes(bytes: Buffer): ContentTypes {
  const parser = new SaxesParser({ xmlns: true });
  const types: { type: string; part?: string; extension?: string }[] = [];
  parser.on('doctype', () => {
    throw new RefusedFileError('fileUnsafe');
  });
  parser.on('xmldecl', ({ encoding = 'utf-8' }) => {
    if (!ALLOWED_ENCODING.test(encoding)) throw new RefusedFileError('fileUnsafe');
  });
  parser.on('opentag', ({ local, attributes }) => {
    const attribute = (name: string) => attributes[name]?.value.trim();
    const part = attribute('PartName');
    if (local === 'Override' || local === 'Default')
      types.push({
        type: (attribute('ContentType') ?? '').toLowerCase(),
        part: part && partName(part),
        extension: attribute('Extension')?.toLowerCase(),
      });
  });
  parser.write(new TextDecoder().decode(bytes)).close();
  return types;
}
