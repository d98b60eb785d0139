import { inflateSync } from 'node:zlib';
import cfb, { type CFB$Container, type CFB$Entry } from 'cfb';
import { MEGABYTE } from '../../rules/limits.ts';
import { orRefuse, RefusedFileError } from '../refused-file.ts';
import { type Archive, type ContentTypes, openArchive, parseContentTypes } from './archive.ts';

/** Maximum size of the unpacked `[Content_Types].xml`, sufficient for `MAX_ZIP_ENTRIES` parts. */
const MAX_CONTENT_TYPES_BYTES = 4 * MEGABYTE;
/** Maximum unpacked size of a file inside a document. */
const MAX_EMBEDDED_BYTES = 128 * MEGABYTE;
/** Maximum nesting depth, which exceeds that of a workbook in a document in a presentation. */
const MAX_DEPTH = 4;

const CONTENT_TYPES = '[content_types].xml';

const CFB_SIGNATURE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
export const ZIP_SIGNATURE = Buffer.from('PK\x03\x04', 'latin1');
export const beginsWith = (content: Buffer, signature: Buffer) =>
  content.subarray(0, signature.length).equals(signature);
const canHaveMacros = (content: Buffer) =>
  beginsWith(content, CFB_SIGNATURE) || beginsWith(content, ZIP_SIGNATURE);

/** Refuses a document inside another document if it has macros. Accepts other content. */
async function refuseEmbedded(content: Buffer, depth: number): Promise<void> {
  if (!canHaveMacros(content)) return;
  if (depth > MAX_DEPTH) throw new RefusedFileError('fileUnsafe');
  if (beginsWith(content, CFB_SIGNATURE)) return refuseOleMacros(await readCompoundFile(content), depth);
  const archive = await openArchive(content);
  // An archive without content types is not a document, and a password-protected archive is unreadable.
  if (archive.hasPassword || !archive.entries.has(CONTENT_TYPES)) return;
  await refuseOoxmlMacros(archive, await contentTypesOf(archive), depth);
}

export const readCompoundFile = (content: Buffer): Promise<CFB$Container> =>
  orRefuse(async () => cfb.read(content, { type: 'buffer' }));

export const contentOf = (entry: CFB$Entry | null | undefined): Buffer => Buffer.from(entry?.content ?? []);

/** Matches the paths of VBA storages and streams ([MS-OVBA] 2.2.1, [MS-DOC] 2.1.9 and [MS-XLS] 2.1.7.16). */
const VBA_PATH = /\/(?:macros|vba|_vba_project|_vba_project_cur)(?:\/|$)/iu;
const WORKBOOK_PATH = /\/(?:workbook|book)$/iu;
const PRESENTATION_PATH = /\/powerpoint document$/iu;

/** Refuses a compound file with macros at any depth, because documents of old formats are embedded as storages. */
export async function refuseOleMacros(file: CFB$Container, depth = 0): Promise<void> {
  for (const [index, path] of file.FullPaths.entries()) {
    const content = contentOf(file.FileIndex[index]);
    const hasMacros = VBA_PATH.test(path) || (WORKBOOK_PATH.test(path) && hasMacroSheet(content));
    if (hasMacros) throw new RefusedFileError('fileMacros');
    if (PRESENTATION_PATH.test(path))
      for (const storage of storagesIn(content)) await refuseEmbedded(storage, depth + 1);
    await refuseEmbedded(content, depth + 1);
  }
}

type XlsRecord = { type: number; at: number; data: Buffer };

/** Yields the records of the first substream of an old Excel workbook ([MS-XLS] 2.1.4). */
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
const SIZE_BYTES = 4;

/** Yields the compound files in a PowerPoint stream, which are macros and embedded documents and often compressed. */
function* storagesIn(presentation: Buffer): Generator<Buffer> {
  for (const at of positionsOf(PLAIN_STORAGE, presentation))
    yield presentation.subarray(at + RECORD_HEADER_BYTES);
  for (const at of positionsOf(PACKED_STORAGE, presentation))
    yield inflated(presentation.subarray(at + RECORD_HEADER_BYTES + SIZE_BYTES));
}

function* positionsOf(pattern: Buffer, content: Buffer): Generator<number> {
  for (let at = content.indexOf(pattern); at !== -1; at = content.indexOf(pattern, at + 1)) yield at;
}

/** Inflates bytes. Returns an empty buffer if they are not compressed, because the pattern of a header can occur anywhere. */
function inflated(bytes: Buffer): Buffer {
  try {
    return inflateSync(bytes, { maxOutputLength: MAX_EMBEDDED_BYTES });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new RefusedFileError('fileUnsafe');
    return Buffer.alloc(0);
  }
}

export async function contentTypesOf(archive: Archive): Promise<ContentTypes> {
  const entry = archive.entries.get(CONTENT_TYPES);
  if (entry === undefined) throw new RefusedFileError('fileDisguised');
  if (archive.hasPassword) throw new RefusedFileError('filePassword');
  const bytes = await archive.unpack(entry, MAX_CONTENT_TYPES_BYTES);
  return orRefuse(async () => parseContentTypes(bytes));
}

const MACRO_TYPE = /macroenabled|macrosheet|vbaproject/u;
/** Macro types that count in Defaults. SheetJS sets a macro-enabled workbook as the Default of `bin` even without macros. */
const MACRO_DEFAULT = /macrosheet|vbaproject/u;
const MACRO_PART = /(?:^|\/)vbaproject\.bin$/u;

const extensionOf = (name: string) => name.slice(name.lastIndexOf('.') + 1);

/** Refuses macro parts and embedded documents with macros. Ignores a declared macro type without a matching part. */
export async function refuseOoxmlMacros(archive: Archive, types: ContentTypes, depth = 0): Promise<void> {
  const names = [...archive.entries.keys()];
  const overridden = new Set(types.map(({ part }) => part));
  const extensions = new Set(names.filter((name) => !overridden.has(name)).map(extensionOf));
  const hasMacroType = types.some(({ type, part, extension = '' }) =>
    part === undefined
      ? MACRO_DEFAULT.test(type) && extensions.has(extension)
      : MACRO_TYPE.test(type) && archive.entries.has(part),
  );
  if (hasMacroType || names.some((name) => MACRO_PART.test(name))) throw new RefusedFileError('fileMacros');
  for (const entry of archive.entries.values())
    if (canHaveMacros(await archive.peek(entry, CFB_SIGNATURE.length)))
      await refuseEmbedded(await archive.unpack(entry, MAX_EMBEDDED_BYTES), depth + 1);
}
