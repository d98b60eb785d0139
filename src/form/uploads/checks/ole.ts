import cfb, { type CFB$Entry } from 'cfb';
import { orRefuse, Refusal } from './refusal.ts';

/** Records of an old Excel workbook that are searched for its password record. */
const MAX_XLS_RECORDS = 16;

type OleFormat = 'doc' | 'xls' | 'ppt';

/** Finds a top-level entry of a compound file, ignoring case. Parts of embedded documents are deeper. */
type FindEntry = (name: string) => CFB$Entry | null;

const mainStreams: Readonly<Record<OleFormat, readonly string[]>> = {
  doc: ['WordDocument'],
  xls: ['Workbook', 'Book'],
  ppt: ['PowerPoint Document'],
};

/** Storages of macros: [MS-DOC] 2.1.9 and [MS-XLS] 2.1.7.16. PowerPoint stores them in its document stream. */
const MACRO_STORAGES = ['Macros', '_VBA_PROJECT_CUR'];

async function openCompoundFile(content: Buffer): Promise<FindEntry> {
  const file = await orRefuse(async () => cfb.read(content, { type: 'buffer' }));
  // Paths of storages end with a slash.
  return (name) => cfb.find(file, `/${name}`) ?? cfb.find(file, `/${name}/`);
}

const contentOf = (entry: CFB$Entry | null | undefined): Buffer => Buffer.from(entry?.content ?? []);

const mainOf = (find: FindEntry, format: OleFormat) =>
  mainStreams[format].map(find).find((entry) => entry !== null);

const isEncrypted: Readonly<Record<OleFormat, (find: FindEntry) => boolean>> = {
  /** fEncrypted of the file information block: [MS-DOC] 2.5.2. */
  doc(find) {
    const head = contentOf(mainOf(find, 'doc'));
    return head.length >= 12 && (head.readUInt16LE(10) & 0x0100) !== 0;
  },

  /** A FilePass record near the start of the workbook: [MS-XLS] 2.4.117. */
  xls(find) {
    const head = contentOf(mainOf(find, 'xls'));
    let at = 0;
    for (let record = 0; record < MAX_XLS_RECORDS && at + 4 <= head.length; record += 1) {
      if (head.readUInt16LE(at) === 0x002f) return true;
      at += 4 + head.readUInt16LE(at + 2);
    }
    return false;
  },

  /** The encryption token in the Current User stream: [MS-PPT] 2.3.2. */
  ppt(find) {
    const head = contentOf(find('Current User'));
    const hasToken = head.length >= 16 && head.readUInt32LE(12) === 0xf3d1c4df;
    return hasToken || find('EncryptedSummary') !== null;
  },
};

/** An OOXML document with a password is an encrypted package in a compound file: [MS-OFFCRYPTO] 2.3.4.4. */
function refuseEncryptedPackage(find: FindEntry): void {
  if (find('EncryptedPackage')) throw new Refusal('filePassword', 'an encrypted package');
}

/** Refuses a DOC, XLS or PPT that is damaged, encrypted or has macros. */
export async function checkOle(content: Buffer, format: OleFormat): Promise<void> {
  const find = await openCompoundFile(content);
  refuseEncryptedPackage(find);
  const main = mainOf(find, format);
  if (!main) throw new Refusal('fileDisguised', `a compound file without the main stream of a ${format}`);
  if (isEncrypted[format](find)) throw new Refusal('filePassword', `an encrypted ${format}`);
  if (contentOf(main).length < main.size) throw new Refusal('fileUnsafe', `a ${format} cut short`);
  const macros = MACRO_STORAGES.find(find);
  if (macros !== undefined) throw new Refusal('fileMacros', `a storage ${macros}`);
}

/** Refuses a compound file with an OOXML extension: a document with a password, or a renamed old one. */
export async function refuseCompoundFile(content: Buffer): Promise<never> {
  refuseEncryptedPackage(await openCompoundFile(content));
  throw new Refusal('fileDisguised', 'an old Office document with an OOXML extension');
}
