import cfb, { type CFB$Container, type CFB$Entry } from 'cfb';
import { MAX_XML_BYTES } from '../../rules/limits.ts';
import { RefusedFileError, refuseOnError } from '../../rules/problems.ts';
import { type Archive, type ContentType, openArchive, parseContentTypes, relatedParts } from './archive.ts';
import type { Budget } from './budget.ts';
import { hasVbaCode, positionsOf } from './vba.ts';

export const CONTENT_TYPES = '[content_types].xml';

const SIGNATURE_BYTES = 8;
const ZIP_SIGNATURE = '504b0304';
export const isCompoundFile = (content: Buffer): boolean =>
  content.toString('hex', 0, SIGNATURE_BYTES) === 'd0cf11e0a1b11ae1';
export const isZip = (content: Buffer): boolean =>
  content.toString('hex', 0, ZIP_SIGNATURE.length / 2) === ZIP_SIGNATURE;

async function refuseEmbedded(content: Buffer, budget: Budget): Promise<void> {
  if (isCompoundFile(content)) return refuseOleMacros(await readCompoundFile(content), budget);
  if (!isZip(content)) return;
  const archive = await openArchive(content, budget);
  if (archive.hasPassword) return;
  await refuseArchiveMacros(archive, await contentTypesOf(archive), budget);
}

export const readCompoundFile = (content: Buffer): Promise<CFB$Container> =>
  refuseOnError(async () => cfb.read(content, { type: 'buffer' }));

export function streamBytes(entry: CFB$Entry | null | undefined): Buffer {
  const content = entry?.content ?? [];
  return Buffer.isBuffer(content) ? content : Buffer.from(content);
}

/** Streams, whose storages can have any name ([MS-OVBA] 2.2.1, [MS-OLEDS] 3.1). */
const VBA_DIRECTORY_PATH = /\/vba\/dir$/iu;
const PACKAGE_PATH = /\/.ole10native$/iu;
const WORKBOOK_PATH = /\/(?:workbook|book)$/iu;
const PRESENTATION_PATH = /\/powerpoint document$/iu;

/** Refuses a compound file with macros at any depth: old formats embed documents as storages. */
export async function refuseOleMacros(file: CFB$Container, budget: Budget): Promise<void> {
  for (const [index, path] of file.FullPaths.entries()) {
    const content = streamBytes(file.FileIndex[index]);
    budget.spend(content.length);
    if (await refuseOnError(async () => isMacroStream(file, path, content, budget)))
      throw new RefusedFileError('fileMacros');
    for (const embedded of embeddedIn(path, content, budget)) await refuseEmbedded(embedded, budget);
  }
}

function isMacroStream(file: CFB$Container, path: string, content: Buffer, budget: Budget): boolean {
  if (WORKBOOK_PATH.test(path)) return hasMacroSheet(content);
  if (!VBA_DIRECTORY_PATH.test(path)) return false;
  const storage = path.slice(0, path.lastIndexOf('/') + 1);
  const findStream = (name: string) => {
    const wanted = `${storage}${name}`.toLowerCase();
    const at = file.FullPaths.findIndex((one) => one.toLowerCase() === wanted);
    return at === -1 ? undefined : streamBytes(file.FileIndex[at]);
  };
  return hasVbaCode(content, findStream, budget);
}

/** Yields what a stream is or contains, which may be documents. The data of an OLE object follows its size. */
function* embeddedIn(path: string, content: Buffer, budget: Budget): Generator<Buffer> {
  yield content;
  if (PRESENTATION_PATH.test(path)) yield* storagesIn(content, budget);
  if (!PACKAGE_PATH.test(path)) return;
  yield content.subarray(SIZE_BYTES);
  yield packagedFile(content);
}

const SIZE_BYTES = 4;

/** Returns the file in an OLE package, which follows a label, two paths and its size, or an empty buffer for another object. */
function packagedFile(stream: Buffer): Buffer {
  const endOfText = (at: number) => stream.indexOf(0, at) + 1;
  try {
    const copyPathAt = endOfText(endOfText(6)) + 4;
    const sizeAt = copyPathAt + SIZE_BYTES + stream.readUInt32LE(copyPathAt);
    const start = sizeAt + SIZE_BYTES;
    return stream.subarray(start, start + stream.readUInt32LE(sizeAt));
  } catch {
    return Buffer.alloc(0);
  }
}

type XlsRecord = { type: number; at: number; data: Buffer };

/** Yields the records in the first substream of an old Excel workbook ([MS-XLS] 2.1.4). */
export function* xlsRecords(workbook: Buffer): Generator<XlsRecord> {
  const END = 0x000a;
  for (let at = 0; at + 4 <= workbook.length; ) {
    const [type, length] = [workbook.readUInt16LE(at), workbook.readUInt16LE(at + 2)];
    if (type === END) return;
    yield { type, at, data: workbook.subarray(at + 4, at + 4 + length) };
    at += 4 + length;
  }
}

/** Whether a BoundSheet8 record or its sheet declares Excel 4.0 macros or VBA ([MS-XLS] 2.4.28 and 2.4.21). */
function hasMacroSheet(workbook: Buffer): boolean {
  const [BOUND_SHEET, MACRO_TYPES, MACRO_SUBSTREAM] = [0x0085, [1, 6], 0x0040];
  for (const { type, data } of xlsRecords(workbook)) {
    if (type !== BOUND_SHEET || data.length < 6) continue;
    if (MACRO_TYPES.includes(data.readUInt8(5))) return true;
    const start = data.readUInt32LE();
    if (start + 8 <= workbook.length && workbook.readUInt16LE(start + 6) === MACRO_SUBSTREAM) return true;
  }
  return false;
}

/** Headers of `ExOleObjStg` records with the instances 0 and 1: [MS-PPT] 2.10.34 and 2.10.40. */
const PLAIN_STORAGE = Buffer.from('00001110', 'hex');
const PACKED_STORAGE = Buffer.from('10001110', 'hex');
const RECORD_HEADER_BYTES = 8;

/** Yields the macros and embedded documents in a PowerPoint stream, which are often compressed. */
function* storagesIn(presentation: Buffer, budget: Budget): Generator<Buffer> {
  for (const at of positionsOf(PLAIN_STORAGE, presentation))
    yield presentation.subarray(at + RECORD_HEADER_BYTES);
  // A header's pattern can also occur in other bytes, which are not compressed.
  for (const at of positionsOf(PACKED_STORAGE, presentation))
    yield budget.inflate(presentation.subarray(at + RECORD_HEADER_BYTES + SIZE_BYTES));
}

/** Returns no content types for other archives than OOXML. */
export async function contentTypesOf(archive: Archive): Promise<ContentType[]> {
  const entry = archive.entries.get(CONTENT_TYPES);
  if (entry === undefined) return [];
  if (archive.hasPassword) throw new RefusedFileError('filePassword');
  const bytes = await archive.unpack(entry, MAX_XML_BYTES);
  return refuseOnError(async () => parseContentTypes(bytes));
}

const MACRO_SHEET = /macrosheet/iu;

/** Whether a relationship declares a part as a macro sheet, regardless of its content type. */
async function hasMacroRelationship(archive: Archive, budget: Budget): Promise<boolean> {
  for (const [name, entry] of archive.entries) {
    if (partExtension(name) !== 'rels') continue;
    budget.spend(0);
    const bytes = await archive.unpack(entry, MAX_XML_BYTES);
    const parts = await refuseOnError(async () => relatedParts(bytes, name, MACRO_SHEET));
    if (parts.some((part) => archive.entries.has(part))) return true;
  }
  return false;
}

const partExtension = (name: string) => name.slice(name.lastIndexOf('.') + 1);

/** Refuses macro sheets and embedded documents with macros. Ignores a declared type without a matching part. */
export async function refuseArchiveMacros(
  archive: Archive,
  types: readonly ContentType[],
  budget: Budget,
): Promise<void> {
  const names = [...archive.entries.keys()];
  const overridden = new Set(types.map(({ part }) => part));
  const extensions = new Set(names.filter((name) => !overridden.has(name)).map(partExtension));
  const isMacroSheet = types.some(
    ({ type, part, extension = '' }) =>
      MACRO_SHEET.test(type) && (part === undefined ? extensions.has(extension) : archive.entries.has(part)),
  );
  if (isMacroSheet || (await hasMacroRelationship(archive, budget))) throw new RefusedFileError('fileMacros');
  for (const entry of archive.entries.values()) {
    budget.spend(0);
    const head = await archive.peek(entry, SIGNATURE_BYTES);
    if (isCompoundFile(head) || isZip(head)) await refuseEmbedded(await archive.unpack(entry), budget);
  }
}
