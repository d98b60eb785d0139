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
import { buildVba } from './testing/build-vba.ts';
import { verdict } from './testing/stored-file.ts';

const word = { name: 'WordDocument', data: wordStream() };
const excel = { name: 'Workbook', data: excelStream() };
const vba = { inside: [buildVba()] };
const inPool = (...nodes: CfbNode[]) => ({ name: 'ObjectPool', inside: [{ name: '_1', inside: nodes }] });
const project = buildCfb([buildVba()]);
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

const EMPTY = "\r\nOption Explicit\r\n' Saved by Excel\r\n";
const inCfb = (project: CfbNode, main = excel) =>
  buildCfb([main, { name: '_VBA_PROJECT_CUR', inside: [project] }]);

it.each<[string, Buffer, string]>([
  ['accepts a project without a line of code', inCfb(buildVba({ source: EMPTY })), 'ok'],
  ['accepts compiled lines of comments', inCfb(buildVba({ source: EMPTY, compiledLines: 3 })), 'ok'],
  [
    'refuses lines that are only compiled',
    inCfb(buildVba({ source: EMPTY, compiledLines: 9 })),
    'fileMacros',
  ],
  [
    'refuses code after an attribute',
    inCfb(buildVba({ source: 'Attribute a = 1: Shell "x"' })),
    'fileMacros',
  ],
  [
    'refuses code after a comment',
    inCfb(buildVba({ source: `${EMPTY}Declare Sub x Lib "y"` })),
    'fileMacros',
  ],
  [
    'refuses a damaged project',
    inCfb({ name: 'VBA', inside: [{ name: 'dir', data: Buffer.alloc(600) }] }),
    'fileUnsafe',
  ],
  [
    'refuses a project without its modules',
    inCfb({ name: 'VBA', inside: (buildVba().inside ?? []).slice(0, 1) }),
    'fileMacros',
  ],
])('VBA project: %s', async (_what, content, expected) => {
  expect(await verdict('a.xls', content)).toBe(expected);
});
