import cfb, { type CFB$Entry } from 'cfb';
import { RefusedFileError } from '../../rules/problems.ts';
import { openArchive } from './archive.ts';
import type { Budget } from './budget.ts';
import {
  CONTENT_TYPES,
  contentTypesOf,
  readCompoundFile,
  refuseArchiveMacros,
  refuseOleMacros,
  streamBytes,
  xlsRecords,
} from './macros.ts';

type OleFormat = 'doc' | 'xls' | 'ppt';

/** Finds a top-level entry, ignoring case. Parts of embedded documents are deeper. */
type FindEntry = (name: string) => CFB$Entry | null;

const mainStreams: Readonly<Record<string, OleFormat>> = {
  WordDocument: 'doc',
  Workbook: 'xls',
  Book: 'xls',
  'PowerPoint Document': 'ppt',
};

const isEncrypted: Readonly<Record<OleFormat, (main: Buffer, find: FindEntry) => boolean>> = {
  /** Reads fEncrypted in the file information block: [MS-DOC] 2.5.2. */
  doc: (main) => main.length >= 12 && (main.readUInt16LE(10) & 0x0100) !== 0,

  /** Finds a FilePass record: [MS-XLS] 2.4.117. */
  xls: (main) => xlsRecords(main).some(({ type }) => type === 0x002f),

  /** Reads the encryption token of the Current User stream: [MS-PPT] 2.3.2. */
  ppt(_main, find) {
    const head = streamBytes(find('Current User'));
    const hasToken = head.length >= 16 && head.readUInt32LE(12) === 0xf3d1c4df;
    return hasToken || find('EncryptedSummary') !== null;
  },
};

/** Documents under rights management ([MS-OFFCRYPTO] 2.2), some of which look readable. */
const RIGHTS_MANAGED = /\/(?:\tDRMContent|DRMEncryptedDataSpace)$/iu;

export async function checkOle(content: Buffer, budget: Budget): Promise<OleFormat | undefined> {
  const file = await readCompoundFile(content);
  // The paths of storages end with a slash.
  const find: FindEntry = (name) => cfb.find(file, `/${name}`) ?? cfb.find(file, `/${name}/`);
  if (file.FullPaths.some((path) => RIGHTS_MANAGED.test(path)))
    throw new RefusedFileError('fileType', { format: 'IRM' });
  // A password-protected OOXML document ([MS-OFFCRYPTO] 2.3.4.4).
  if (find('EncryptedPackage')) throw new RefusedFileError('filePassword');
  const formats: OleFormat[] = [];
  for (const [name, format] of Object.entries(mainStreams)) {
    const main = find(name);
    if (!main) continue;
    if (isEncrypted[format](streamBytes(main), find)) throw new RefusedFileError('filePassword');
    if (streamBytes(main).length < main.size) throw new RefusedFileError('fileUnsafe');
    formats.push(format);
  }
  if (formats.length > 0) await refuseOleMacros(file, budget);
  return formats[0];
}

const OPEN_XML = 'application/vnd.openxmlformats-officedocument.';
const MICROSOFT = 'application/vnd.ms-';

/** Types of main parts (ECMA-376, part 1). Templates, slide shows and macro files, in upper case, differ from documents only in this type. */
const mainTypes: Readonly<Record<string, string>> = {
  [`${OPEN_XML}wordprocessingml.document.main+xml`]: 'docx',
  [`${OPEN_XML}spreadsheetml.sheet.main+xml`]: 'xlsx',
  [`${OPEN_XML}presentationml.presentation.main+xml`]: 'pptx',
  [`${OPEN_XML}wordprocessingml.template.main+xml`]: 'DOTX',
  [`${OPEN_XML}spreadsheetml.template.main+xml`]: 'XLTX',
  [`${OPEN_XML}presentationml.template.main+xml`]: 'POTX',
  [`${OPEN_XML}presentationml.slideshow.main+xml`]: 'PPSX',
  [`${MICROSOFT}word.document.macroenabled.main+xml`]: 'DOCM',
  [`${MICROSOFT}excel.sheet.macroenabled.main+xml`]: 'XLSM',
  [`${MICROSOFT}excel.sheet.binary.macroenabled.main`]: 'XLSB',
  [`${MICROSOFT}powerpoint.presentation.macroenabled.main+xml`]: 'PPTM',
  [`${MICROSOFT}word.template.macroenabledtemplate.main+xml`]: 'DOTM',
  [`${MICROSOFT}excel.template.macroenabled.main+xml`]: 'XLTM',
  [`${MICROSOFT}powerpoint.template.macroenabled.main+xml`]: 'POTM',
  [`${MICROSOFT}powerpoint.slideshow.macroenabled.main+xml`]: 'PPSM',
};

/** Formats of archives that are not OOXML, by an entry that each of them has. */
const entryFormats: Readonly<Record<string, string>> = {
  'ofd.xml': 'OFD',
  'content.xml': 'OpenDocument',
  'meta-inf/container.xml': 'EPUB',
  'meta-inf/manifest.mf': 'JAR',
  'index/document.iwa': 'iWork',
};

export async function checkOoxml(content: Buffer, budget: Budget): Promise<string | undefined> {
  const archive = await openArchive(content, budget);
  const { entries } = archive;
  if (!entries.has(CONTENT_TYPES)) {
    const entry = Object.keys(entryFormats).find((name) => entries.has(name));
    return entry === undefined ? 'ZIP' : entryFormats[entry];
  }
  const types = await contentTypesOf(archive);
  await refuseArchiveMacros(archive, types, budget);
  const main = types.find(({ type, part }) => mainTypes[type] && (part === undefined || entries.has(part)));
  return main && mainTypes[main.type];
}
