import { type CompoundFile, openCompoundFile } from './cfb.ts';
import type { FileReader } from './file-reader.ts';
import { MAX_XLS_RECORDS } from './limits.ts';
import { Refusal } from './refusal.ts';

/** The old Office formats, which share one container, by what must stand in its directory. */
export type OleFormat = 'doc' | 'xls' | 'ppt';

const mainStreams: Readonly<Record<OleFormat, readonly string[]>> = {
  doc: ['worddocument'],
  xls: ['workbook', 'book'],
  ppt: ['powerpoint document'],
};

/** fEncrypted of the file information block: [MS-DOC] 2.5.2. */
async function isLockedDoc(file: CompoundFile): Promise<boolean> {
  const head = await file.head('worddocument', 12);
  return head.length === 12 && (head.readUInt16LE(10) & 0x0100) !== 0;
}

/** A FilePass record among the first ones of the workbook: [MS-XLS] 2.4.117. */
async function isLockedXls(file: CompoundFile): Promise<boolean> {
  const head = await file.head(file.names.has('workbook') ? 'workbook' : 'book', 512);
  let at = 0;
  for (let record = 0; record < MAX_XLS_RECORDS && at + 4 <= head.length; record += 1) {
    if (head.readUInt16LE(at) === 0x002f) return true;
    at += 4 + head.readUInt16LE(at + 2);
  }
  return false;
}

/** The token of an encrypted presentation in its Current User stream: [MS-PPT] 2.3.2. */
async function isLockedPpt(file: CompoundFile): Promise<boolean> {
  const head = await file.head('current user', 16);
  const hasToken = head.length === 16 && head.readUInt32LE(12) === 0xf3d1c4df;
  return hasToken || file.names.has('encryptedsummary');
}

const isLocked: Readonly<Record<OleFormat, (file: CompoundFile) => Promise<boolean>>> = {
  doc: isLockedDoc,
  xls: isLockedXls,
  ppt: isLockedPpt,
};

/** A new Office document with a password is a compound file that holds it encrypted: [MS-OFFCRYPTO] 2.3.4.4. */
function refuseEncryptedPackage(file: CompoundFile): void {
  if (file.names.has('encryptedpackage')) throw new Refusal('filePassword', 'an encrypted package');
}

/** Passes a DOC, XLS or PPT that can be opened without a password. */
export async function checkOle(reader: FileReader, format: OleFormat): Promise<void> {
  const file = await openCompoundFile(reader);
  refuseEncryptedPackage(file);
  if (!mainStreams[format].some((name) => file.names.has(name))) {
    throw new Refusal('fileDisguised', `a compound file without what a ${format} has`);
  }
  if (await isLocked[format](file)) throw new Refusal('filePassword', `an encrypted ${format}`);
}

/** Refuses a compound file that calls itself a new Office document: with a password, or an old one renamed. */
export async function refuseCompoundFile(reader: FileReader): Promise<never> {
  refuseEncryptedPackage(await openCompoundFile(reader));
  throw new Refusal('fileDisguised', 'an old Office document by the name of a new one');
}
