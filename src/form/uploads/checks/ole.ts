import type { CFB$Entry } from 'cfb';
import { Refusal, refusing } from './refusal.ts';

/** Records of an old Excel sheet looked through for its password mark, right behind the first record. */
const MAX_XLS_RECORDS = 16;

export type OleFormat = 'doc' | 'xls' | 'ppt';

/** Finds an entry at the top of a compound file, whatever its case; the parts of an embedded document lie deeper. */
type FindEntry = (name: string) => CFB$Entry | null;

const mainStreams: Readonly<Record<OleFormat, readonly string[]>> = {
  doc: ['WordDocument'],
  xls: ['Workbook', 'Book'],
  ppt: ['PowerPoint Document'],
};

/** Storages of macros: [MS-DOC] 2.1.9 and [MS-XLS] 2.1.7.16. PowerPoint hides them among its slides. */
const MACRO_STORAGES = ['Macros', '_VBA_PROJECT_CUR'];

async function openCompoundFile(content: Buffer): Promise<FindEntry> {
  const { default: cfb } = await import('cfb');
  const file = await refusing(async () => cfb.read(content, { type: 'buffer' }));
  // The path of a storage ends with a slash.
  return (name) => cfb.find(file, `/${name}`) ?? cfb.find(file, `/${name}/`);
}

const contentOf = (entry: CFB$Entry | null | undefined): Buffer => Buffer.from(entry?.content ?? []);

const mainOf = (find: FindEntry, format: OleFormat) =>
  mainStreams[format].map(find).find((entry) => entry !== null);

const isLocked: Readonly<Record<OleFormat, (find: FindEntry) => boolean>> = {
  /** fEncrypted of the file information block: [MS-DOC] 2.5.2. */
  doc(find) {
    const head = contentOf(mainOf(find, 'doc'));
    return head.length >= 12 && (head.readUInt16LE(10) & 0x0100) !== 0;
  },

  /** A FilePass record among the first ones of the workbook: [MS-XLS] 2.4.117. */
  xls(find) {
    const head = contentOf(mainOf(find, 'xls'));
    let at = 0;
    for (let record = 0; record < MAX_XLS_RECORDS && at + 4 <= head.length; record += 1) {
      if (head.readUInt16LE(at) === 0x002f) return true;
      at += 4 + head.readUInt16LE(at + 2);
    }
    return false;
  },

  /** The token of an encrypted presentation in its Current User stream: [MS-PPT] 2.3.2. */
  ppt(find) {
    const head = contentOf(find('Current User'));
    const hasToken = head.length >= 16 && head.readUInt32LE(12) === 0xf3d1c4df;
    return hasToken || find('EncryptedSummary') !== null;
  },
};

/** A new Office document with a password is a compound file that holds it encrypted: [MS-OFFCRYPTO] 2.3.4.4. */
function refuseEncryptedPackage(find: FindEntry): void {
  if (find('EncryptedPackage')) throw new Refusal('filePassword', 'an encrypted package');
}

/** Passes a DOC, XLS or PPT without macros that can be opened without a password. */
export async function checkOle(content: Buffer, format: OleFormat): Promise<void> {
  const find = await openCompoundFile(content);
  refuseEncryptedPackage(find);
  const main = mainOf(find, format);
  if (!main) throw new Refusal('fileDisguised', `a compound file without what a ${format} has`);
  if (isLocked[format](find)) throw new Refusal('filePassword', `an encrypted ${format}`);
  if (contentOf(main).length < main.size) throw new Refusal('fileUnsafe', `a ${format} cut short`);
  const macros = MACRO_STORAGES.find(find);
  if (macros !== undefined) throw new Refusal('fileMacros', `a storage ${macros}`);
}

/** Refuses a compound file that calls itself a new Office document: with a password, or an old one renamed. */
export async function refuseCompoundFile(content: Buffer): Promise<never> {
  refuseEncryptedPackage(await openCompoundFile(content));
  throw new Refusal('fileDisguised', 'an old Office document by the name of a new one');
}
