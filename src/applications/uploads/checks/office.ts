import cfb, { type CFB$Container, type CFB$Entry } from 'cfb';
import { RefusedFileError } from '../../rules/problems.ts';
import { openArchive } from './archive.ts';
import type { Budget } from './budget.ts';
import {
  contentOf,
  contentTypesOf,
  readCompoundFile,
  refuseArchiveMacros,
  refuseOleMacros,
  xlsRecords,
} from './macros.ts';

type OleFormat = 'doc' | 'xls' | 'ppt';

/** Finds a top-level entry of a compound file, ignoring case, because parts of embedded documents are deeper. */
type FindEntry = (name: string) => CFB$Entry | null;

const mainStreams: Readonly<Record<OleFormat, readonly string[]>> = {
  doc: ['WordDocument'],
  xls: ['Workbook', 'Book'],
  ppt: ['PowerPoint Document'],
};

/** Creates a `FindEntry` for streams and for storages, whose paths end with a slash. */
const finderIn =
  (file: CFB$Container): FindEntry =>
  (name) =>
    cfb.find(file, `/${name}`) ?? cfb.find(file, `/${name}/`);

const mainOf = (find: FindEntry, format: OleFormat) =>
  mainStreams[format].map(find).find((entry) => entry !== null);

const isEncrypted: Readonly<Record<OleFormat, (find: FindEntry) => boolean>> = {
  /** Reads fEncrypted of the file information block: [MS-DOC] 2.5.2. */
  doc(find) {
    const head = contentOf(mainOf(find, 'doc'));
    return head.length >= 12 && (head.readUInt16LE(10) & 0x0100) !== 0;
  },

  /** Finds a FilePass record: [MS-XLS] 2.4.117. */
  xls: (find) => xlsRecords(contentOf(mainOf(find, 'xls'))).some(({ type }) => type === 0x002f),

  /** Reads the encryption token of the Current User stream: [MS-PPT] 2.3.2. */
  ppt(find) {
    const head = contentOf(find('Current User'));
    const hasToken = head.length >= 16 && head.readUInt32LE(12) === 0xf3d1c4df;
    return hasToken || find('EncryptedSummary') !== null;
  },
};

/** Refuses a compound file that contains a password-protected OOXML document ([MS-OFFCRYPTO] 2.3.4.4). */
function refuseEncryptedPackage(find: FindEntry): void {
  if (find('EncryptedPackage')) throw new RefusedFileError('filePassword');
}

/** Refuses a DOC, XLS or PPT that is damaged, encrypted or has macros. */
export async function checkOle(content: Buffer, format: OleFormat, budget: Budget): Promise<void> {
  const file = await readCompoundFile(content);
  const find = finderIn(file);
  refuseEncryptedPackage(find);
  const main = mainOf(find, format);
  if (!main) throw new RefusedFileError('fileDisguised');
  if (isEncrypted[format](find)) throw new RefusedFileError('filePassword');
  if (contentOf(main).length < main.size) throw new RefusedFileError('fileUnsafe');
  await refuseOleMacros(file, budget);
}

/** Refuses a compound file with an OOXML extension, because it has a password or is a renamed document of an old format. */
export async function refuseCompoundFile(content: Buffer): Promise<never> {
  refuseEncryptedPackage(finderIn(await readCompoundFile(content)));
  throw new RefusedFileError('fileDisguised');
}

type OoxmlFormat = 'docx' | 'xlsx' | 'pptx';

const OPEN_XML = 'application/vnd.openxmlformats-officedocument.';

/** Main part types (ECMA-376, part 1, 11.3.10, 12.3.23 and 13.3.6) in lower case. Templates, slide shows and macro files differ. */
const mainTypes: Readonly<Record<OoxmlFormat, string>> = {
  docx: `${OPEN_XML}wordprocessingml.document.main+xml`,
  xlsx: `${OPEN_XML}spreadsheetml.sheet.main+xml`,
  pptx: `${OPEN_XML}presentationml.presentation.main+xml`,
};

/** Refuses a DOCX, XLSX or PPTX that has macros or lacks a main part of its type. */
export async function checkOoxml(content: Buffer, format: OoxmlFormat, budget: Budget): Promise<void> {
  const archive = await openArchive(content, budget);
  const types = await contentTypesOf(archive);
  await refuseArchiveMacros(archive, types, budget);
  const main = types.filter(({ type }) => type === mainTypes[format]);
  if (main.length === 0) throw new RefusedFileError('fileDisguised');
  if (!main.some(({ part }) => part === undefined || archive.entries.has(part))) {
    throw new RefusedFileError('fileUnsafe');
  }
}
