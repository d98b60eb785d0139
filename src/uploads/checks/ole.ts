import { MAX_XLS_RECORDS } from './check-limits.ts';
import { Refusal, refusing } from './refusal.ts';

/** The old Office formats, which share one container, by the entry that their directory must have. */
export type OleFormat = 'doc' | 'xls' | 'ppt';

/** A stream or storage; `size` is what the directory says of its content. */
type TopEntry = { content: Buffer; size: number };

/** What stands at the top of a compound file, by its name in lower case: [MS-CFB] compares names without it. */
type TopEntries = ReadonlyMap<string, TopEntry>;

const mainStreams: Readonly<Record<OleFormat, readonly string[]>> = {
  doc: ['worddocument'],
  xls: ['workbook', 'book'],
  ppt: ['powerpoint document'],
};

/** Storages of macros: [MS-DOC] 2.1.9 and [MS-XLS] 2.1.7.16. PowerPoint hides them among its slides. */
const MACRO_STORAGES = ['macros', '_vba_project_cur'];

const NO_ENTRY: TopEntry = { content: Buffer.alloc(0), size: 0 };

/** The parts of an embedded document lie deeper and are not among these entries. */
async function topEntriesOf(file: Buffer): Promise<TopEntries> {
  const { default: cfb } = await import('cfb');
  return refusing('fileUnsafe', async () => {
    const { FileIndex, FullPaths } = cfb.read(file, { type: 'buffer' });
    const root = FullPaths[0] ?? '';
    const isTop = (path: string) => path.startsWith(root) && /^[^/]+\/?$/u.test(path.slice(root.length));
    return new Map(
      FileIndex.filter((_entry, index) => isTop(FullPaths[index] ?? '')).map(({ name, content, size }) => [
        name.toLowerCase(),
        { content: Buffer.from(content ?? []), size },
      ]),
    );
  });
}

/** fEncrypted of the file information block: [MS-DOC] 2.5.2. */
function isLockedDoc(entries: TopEntries): boolean {
  const { content: head } = entries.get('worddocument') ?? NO_ENTRY;
  return head.length >= 12 && (head.readUInt16LE(10) & 0x0100) !== 0;
}

/** A FilePass record among the first ones of the workbook: [MS-XLS] 2.4.117. */
function isLockedXls(entries: TopEntries): boolean {
  const { content: head } = entries.get('workbook') ?? entries.get('book') ?? NO_ENTRY;
  let at = 0;
  for (let record = 0; record < MAX_XLS_RECORDS && at + 4 <= head.length; record += 1) {
    if (head.readUInt16LE(at) === 0x002f) return true;
    at += 4 + head.readUInt16LE(at + 2);
  }
  return false;
}

/** The token of an encrypted presentation in its Current User stream: [MS-PPT] 2.3.2. */
function isLockedPpt(entries: TopEntries): boolean {
  const { content: head } = entries.get('current user') ?? NO_ENTRY;
  const hasToken = head.length >= 16 && head.readUInt32LE(12) === 0xf3d1c4df;
  return hasToken || entries.has('encryptedsummary');
}

const isLocked: Readonly<Record<OleFormat, (entries: TopEntries) => boolean>> = {
  doc: isLockedDoc,
  xls: isLockedXls,
  ppt: isLockedPpt,
};

/** A new Office document with a password is a compound file that holds it encrypted: [MS-OFFCRYPTO] 2.3.4.4. */
function refuseEncryptedPackage(entries: TopEntries): void {
  if (entries.has('encryptedpackage')) throw new Refusal('filePassword', 'an encrypted package');
}

/** Passes a DOC, XLS or PPT without macros that can be opened without a password. */
export async function checkOle(content: Buffer, format: OleFormat): Promise<void> {
  const entries = await topEntriesOf(content);
  refuseEncryptedPackage(entries);
  const main = mainStreams[format].map((name) => entries.get(name)).find((entry) => entry !== undefined);
  if (main === undefined) throw new Refusal('fileDisguised', `a compound file without what a ${format} has`);
  if (isLocked[format](entries)) throw new Refusal('filePassword', `an encrypted ${format}`);
  if (main.content.length < main.size) throw new Refusal('fileUnsafe', `a ${format} cut short`);
  const macros = MACRO_STORAGES.find((name) => entries.has(name));
  if (macros !== undefined) throw new Refusal('fileMacros', `a storage ${macros}`);
}

/** Refuses a compound file that calls itself a new Office document: with a password, or an old one renamed. */
export async function refuseCompoundFile(content: Buffer): Promise<never> {
  refuseEncryptedPackage(await topEntriesOf(content));
  throw new Refusal('fileDisguised', 'an old Office document by the name of a new one');
}
