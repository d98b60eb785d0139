import { posix } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { SaxesParser } from 'saxes';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { MAX_ZIP_ENTRIES } from '../../rules/limits.ts';
import { RefusedFileError, refuseOnError } from '../../rules/problems.ts';
import type { Budget } from './budget.ts';

export type Archive = {
  entries: ReadonlyMap<string, Entry>;
  hasPassword: boolean;
  /** Refuses an entry that exceeds `maxBytes` or is damaged. */
  unpack(entry: Entry, maxBytes?: number): Promise<Buffer>;
  /** Returns the first `length` bytes of an entry, or an empty buffer if it is shorter. */
  peek(entry: Entry, length: number): Promise<Buffer>;
};

const LOCAL_HEADER_BYTES = 30;
/** Stored and deflated, which the library supports. */
const SUPPORTED_METHODS = [0, 8];

/** yauzl's error for strong encryption. Its other errors mean a damaged file. */
const ENCRYPTED = /strong encryption/u;

async function readEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MAX_ZIP_ENTRIES) throw new RefusedFileError('fileUnsafe');
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    const name = partName(entry.fileName);
    if (entries.has(name) || !SUPPORTED_METHODS.includes(entry.compressionMethod))
      throw new RefusedFileError('fileUnsafe');
    entries.set(name, entry);
  }
  return entries;
}

/** A small bomb whose entries share bytes can unpack to petabytes. */
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

/** Spends the unpacked size that the directory declares. */
export const openArchive = (content: Buffer, budget: Budget): Promise<Archive> =>
  refuseOnError(async () => {
    const zip = await fromBufferPromise(content);
    const directoryAt = Number(zip.readEntryCursor);
    const entries = await readEntries(zip);
    const all = [...entries.values()];
    refuseOverlaps(all, directoryAt);
    budget.spend(all.reduce((sum, entry) => sum + entry.uncompressedSize, 0));
    return {
      entries,
      hasPassword: all.some((entry) => entry.isEncrypted()),
      unpack: (entry, maxBytes = entry.uncompressedSize) =>
        refuseOnError(async () => {
          if (entry.uncompressedSize > maxBytes) throw new RefusedFileError('fileUnsafe');
          return buffer(await zip.openReadStreamPromise(entry));
        }),
      peek: (entry, length) => refuseOnError(() => peekInto(zip, entry, length)),
    };
  }, ENCRYPTED);

/** The encoding that Office writes. ECMA-376 also allows UTF-16. */
const ALLOWED_ENCODING = /^utf-8$/iu;

const ABSOLUTE = /^[/\\]/u;

/** Normalises a part name as Office does: decoded, in lower case, without a leading slash (ECMA-376, part 2, 6.3.5). */
function partName(name: string): string {
  const decoded = name.replace(/%([0-7][\da-f])/giu, (_code, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return decoded.replaceAll('\\', '/').replace(/^\/+/u, '').toLowerCase();
}

type OnElement = (local: string, attribute: (name: string) => string | undefined) => void;

/** Throws if the part is not well-formed or declares entities. */
function parseXml(bytes: Buffer, onElement: OnElement): void {
  const parser = new SaxesParser({ xmlns: true });
  parser.on('doctype', () => {
    throw new RefusedFileError('fileUnsafe');
  });
  parser.on('xmldecl', ({ encoding = 'utf-8' }) => {
    if (!ALLOWED_ENCODING.test(encoding)) throw new RefusedFileError('fileUnsafe');
  });
  parser.on('opentag', ({ local, attributes }) => onElement(local, (name) => attributes[name]?.value.trim()));
  parser.write(new TextDecoder().decode(bytes)).close();
}

/** Entry of `[Content_Types].xml` in lower case. An Override has a `part`, a Default has an `extension`. */
export type ContentType = { type: string; part?: string; extension?: string };

export function parseContentTypes(bytes: Buffer): ContentType[] {
  const types: ContentType[] = [];
  parseXml(bytes, (local, attribute) => {
    const part = attribute('PartName');
    if (local === 'Override' || local === 'Default')
      types.push({
        type: (attribute('ContentType') ?? '').toLowerCase(),
        part: part && partName(part),
        extension: attribute('Extension')?.toLowerCase(),
      });
  });
  return types;
}

/** Returns the parts that the relationships in the part `name` declare with a matching type (ECMA-376, part 2, 6.5.3). */
export function relatedParts(bytes: Buffer, name: string, wanted: RegExp): string[] {
  const parts: string[] = [];
  parseXml(bytes, (_local, attribute) => {
    if (!wanted.test(attribute('Type') ?? '')) return;
    const target = attribute('Target') ?? '';
    parts.push(partName(ABSOLUTE.test(target) ? target : posix.join(name, '../..', partName(target))));
  });
  return parts;
}
