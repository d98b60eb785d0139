import { expect, it } from 'vitest';
import { buildCfb, type CfbNode } from './testing/build-cfb.ts';
import {
  buildDoc,
  buildEncryptedPackage,
  buildPpt,
  buildXls,
  excelStream,
  pptStorage,
  wordStream,
} from './testing/build-office.ts';
import { verdict } from './testing/stored-file.ts';

const word = { name: 'WordDocument', data: wordStream() };
const excel = { name: 'Workbook', data: excelStream() };
const vba = { inside: [{ name: 'VBA', inside: [{ name: 'dir', data: Buffer.alloc(600) }] }] };
const inPool = (...nodes: CfbNode[]) => ({ name: 'ObjectPool', inside: [{ name: '_1', inside: nodes }] });
const project = buildCfb([{ name: 'VBA', ...vba }]);
const doc = buildDoc();

/** Returns a document with one changed 32-bit number. */
function changed(at: number, value: number): Buffer {
  const bytes = Buffer.from(doc);
  bytes.writeUInt32LE(value, at);
  return bytes;
}

it.each<[string, string, Buffer, string]>([
  ['of Excel 5 is accepted', 'a.xls', buildCfb([{ ...excel, name: 'Book' }]), 'ok'],
  ['with a name in capitals is accepted', 'a.doc', buildCfb([{ ...word, name: 'WORDDOCUMENT' }]), 'ok'],
  ['with a cut last sector is accepted', 'a.doc', doc.subarray(0, -200), 'ok'],
  [
    'with an embedded workbook that has a password is accepted',
    'a.doc',
    buildCfb([word, inPool({ ...excel, data: excelStream(true) })]),
    'ok',
  ],
  [
    'with an embedded document that has macros is refused',
    'a.doc',
    buildCfb([word, inPool({ name: 'Macros', ...vba })]),
    'fileMacros',
  ],
  [
    'with an embedded workbook that has Excel 4 macros is refused',
    'a.doc',
    buildCfb([word, inPool({ ...excel, data: excelStream(false, 1) })]),
    'fileMacros',
  ],
  ['of Excel with a macro sheet is refused', 'a.xls', buildXls(false, 1), 'fileMacros'],
  ['of Excel 5 with a VBA module is refused', 'a.xls', buildXls(false, 6), 'fileMacros'],
  [
    'of Excel whose macro sheet is declared as a sheet is refused',
    'a.xls',
    buildXls(false, 0, 0x40),
    'fileMacros',
  ],
  ['of PowerPoint with macros is refused', 'a.ppt', buildPpt(false, pptStorage(project)), 'fileMacros'],
  [
    'of PowerPoint with packed macros is refused',
    'a.ppt',
    buildPpt(false, pptStorage(project, true)),
    'fileMacros',
  ],
  [
    'of PowerPoint with an embedded workbook is accepted',
    'a.ppt',
    buildPpt(false, pptStorage(buildXls(), true)),
    'ok',
  ],
  ['with macros is refused', 'a.doc', buildCfb([word, { name: 'MACROS', ...vba }]), 'fileMacros'],
  [
    'of Excel with macros is refused',
    'a.xls',
    buildCfb([excel, { name: '_VBA_PROJECT_CUR', ...vba }]),
    'fileMacros',
  ],
  ['that is an installer is refused', 'a.doc', buildCfb([{ name: 'Installer' }]), 'fileDisguised'],
  ['that only embeds a document is refused', 'a.doc', buildCfb([excel, inPool(word)]), 'fileDisguised'],
  ['as .docx is refused', 'a.docx', doc, 'fileDisguised'],
  ['as a picture is refused', 'a.png', buildEncryptedPackage(), 'fileDisguised'],
  ['with only a signature is refused', 'a.doc', doc.subarray(0, 8), 'fileUnsafe'],
  ['with only a header is refused', 'a.doc', doc.subarray(0, 512), 'fileUnsafe'],
  ['with sectors of 2 GB is refused', 'a.doc', changed(30, 0x0006001f), 'fileUnsafe'],
  ['with a directory outside of it is refused', 'a.doc', changed(48, 50_000), 'fileUnsafe'],
  ['with a stream cut short is refused', 'a.doc', doc.subarray(0, -3000), 'fileUnsafe'],
])('an old Office document %s', async (_what, name, content, expected) => {
  expect(await verdict(name, content)).toBe(expected);
});

it.each<[string, Buffer]>([
  ['a.doc', buildDoc(true)],
  ['a.doc', buildCfb([{ name: 'WordDocument', data: wordStream(true, 1500) }])],
  ['a.xls', buildXls(true)],
  ['a.ppt', buildPpt(true)],
  ['a.ppt', buildCfb([{ name: 'PowerPoint Document' }, { name: 'EncryptedSummary' }])],
  ...['docx', 'xlsx', 'pptx', 'doc', 'xls', 'ppt'].map((extension): [string, Buffer] => [
    `a.${extension}`,
    buildEncryptedPackage(),
  ]),
])('an Office document with a password is refused: %s', async (name, content) => {
  expect(await verdict(name, content)).toBe('filePassword');
});
