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

it.each<[string, Buffer, string]>([
  ['accepts an Excel 5 workbook', buildCfb([{ ...excel, name: 'Book' }]), 'ok'],
  [
    'accepts an embedded workbook with a password',
    buildCfb([word, inPool({ ...excel, data: excelStream(true) })]),
    'ok',
  ],
  [
    'refuses an embedded document with macros',
    buildCfb([word, inPool({ name: 'Macros', ...vba })]),
    'fileMacros',
  ],
  [
    'refuses a second document with a password',
    buildCfb([word, { ...excel, data: excelStream(true) }]),
    'filePassword',
  ],
  ['refuses an Excel workbook with a macro sheet', buildXls(false, 1), 'fileMacros'],
  ['refuses a presentation with compressed macros', buildPpt(false, pptStorage(project, true)), 'fileMacros'],
  ['refuses a document with macros', buildCfb([word, { name: 'MACROS', ...vba }]), 'fileMacros'],
  ['refuses a file that only embeds a document', buildCfb([inPool(word)]), 'fileDisguised'],
  ['refuses a file with only a header', doc.subarray(0, 512), 'fileUnsafe'],
  ['refuses a directory outside the file', changed(48, 50_000), 'fileUnsafe'],
  ['refuses a truncated stream', doc.subarray(0, -3000), 'fileUnsafe'],
])('old Office format: %s', async (_what, content, expected) => {
  expect(await verdict(content)).toBe(expected);
});

it.each<[string, Buffer]>([
  ['DOC', buildDoc(true)],
  ['XLS', buildXls(true)],
  ['PPT', buildPpt(true)],
  ['OOXML document', buildEncryptedPackage()],
])('refuses a password-protected %s', async (_what, content) => {
  expect(await verdict(content)).toBe('filePassword');
});

const rights = { name: '\u0006DataSpaces', inside: [{ name: 'DRMEncryptedDataSpace' }] };

it.each<[string, Buffer]>([
  ['a new format', buildCfb([{ name: 'EncryptedPackage', data: Buffer.alloc(600) }, rights])],
  ['an old format', buildCfb([word, { name: '\tDRMContent', data: Buffer.alloc(600) }])],
])('names the rights management of %s', async (_what, content) => {
  expect(await verdict(content)).toBe('fileType IRM');
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
  expect(await verdict(content)).toBe(expected);
});
