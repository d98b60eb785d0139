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

/** Returns a document with a 32-bit number replaced. */
function changed(at: number, value: number): Buffer {
  const bytes = Buffer.from(doc);
  bytes.writeUInt32LE(value, at);
  return bytes;
}

it.each<[string, string, Buffer, string]>([
  ['accepts an Excel 5 workbook', 'a.xls', buildCfb([{ ...excel, name: 'Book' }]), 'ok'],
  [
    'accepts an embedded workbook with a password',
    'a.doc',
    buildCfb([word, inPool({ ...excel, data: excelStream(true) })]),
    'ok',
  ],
  [
    'refuses an embedded document with macros',
    'a.doc',
    buildCfb([word, inPool({ name: 'Macros', ...vba })]),
    'fileMacros',
  ],
  ['refuses an Excel workbook with a macro sheet', 'a.xls', buildXls(false, 1), 'fileMacros'],
  [
    'refuses a presentation with compressed macros',
    'a.ppt',
    buildPpt(false, pptStorage(project, true)),
    'fileMacros',
  ],
  ['refuses a document with macros', 'a.doc', buildCfb([word, { name: 'MACROS', ...vba }]), 'fileMacros'],
  ['refuses a file that only embeds a document', 'a.doc', buildCfb([excel, inPool(word)]), 'fileDisguised'],
  ['refuses the extension .docx', 'a.docx', doc, 'fileDisguised'],
  ['refuses a file with only a header', 'a.doc', doc.subarray(0, 512), 'fileUnsafe'],
  ['refuses a directory outside the file', 'a.doc', changed(48, 50_000), 'fileUnsafe'],
  ['refuses a truncated stream', 'a.doc', doc.subarray(0, -3000), 'fileUnsafe'],
])('old Office format: %s', async (_what, name, content, expected) => {
  expect(await verdict(name, content)).toBe(expected);
});

it.each<[string, Buffer]>([
  ['a.doc', buildDoc(true)],
  ['a.xls', buildXls(true)],
  ['a.ppt', buildPpt(true)],
  ...['docx', 'xlsx', 'pptx', 'doc', 'xls', 'ppt'].map((extension): [string, Buffer] => [
    `a.${extension}`,
    buildEncryptedPackage(),
  ]),
])('refuses a password-protected %s', async (name, content) => {
  expect(await verdict(name, content)).toBe('filePassword');
});
