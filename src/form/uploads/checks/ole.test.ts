import { describe, expect, it } from 'vitest';
import { buildCfb } from './test-support/build-cfb.ts';
import {
  buildDoc,
  buildEncryptedPackage,
  buildPpt,
  buildXls,
  excelStream,
  wordStream,
} from './test-support/build-office.ts';
import { verdict } from './test-support/stored-file.ts';

const MIB = 1024 * 1024;
const word = { name: 'WordDocument', data: wordStream() };
const many = Array.from({ length: 300 }, (_, index) => ({ name: `Part ${index}`, data: Buffer.alloc(70) }));

describe('an old Office document passes', () => {
  it.each([
    ['a small stream', 'a.doc', buildCfb([...many, { name: 'WordDocument', data: wordStream(false, 1500) }])],
    ['sectors of 4,096 bytes', 'a.doc', buildCfb([...many, word], 4096)],
    ['a name in capitals', 'a.doc', buildCfb([{ ...word, name: 'WORDDOCUMENT' }])],
    ['Excel 5', 'a.xls', buildCfb([{ name: 'Book', data: excelStream() }])],
    [
      'a small Excel stream',
      'a.xls',
      buildCfb([...many, { name: 'Workbook', data: excelStream(false, 900) }]),
    ],
    ['300 other streams', 'a.doc', buildCfb([...many, word])],
    [
      'an allocation table longer than its header',
      'a.doc',
      buildCfb([{ name: 'Data', data: Buffer.alloc(9 * MIB) }, word]),
    ],
    ['a last sector cut short', 'a.doc', buildDoc().subarray(0, -200)],
    [
      'a locked sheet inside',
      'a.doc',
      buildCfb([word, { name: 'Pool', inside: [{ name: 'Workbook', data: excelStream(true) }] }]),
    ],
  ])('with %s', async (_what, name, content) => {
    expect(await verdict(name, content)).toBe('ok');
  });
});

describe('a password is named as such', () => {
  it.each<[string, Buffer]>([
    ['a.doc', buildDoc(true)],
    ['a.xls', buildXls(true)],
    ['a.ppt', buildPpt(true)],
    ['a.doc', buildCfb([...many, { name: 'WordDocument', data: wordStream(true, 1500) }])],
    ['a.xls', buildCfb([...many, { name: 'Workbook', data: excelStream(true, 900) }])],
    ['a.ppt', buildCfb([{ name: 'PowerPoint Document' }, { name: 'EncryptedSummary' }])],
    ...['docx', 'xlsx', 'pptx', 'doc', 'xls', 'ppt'].map((extension): [string, Buffer] => [
      `a.${extension}`,
      buildEncryptedPackage(),
    ]),
  ])('%s', async (name, content) => {
    expect(await verdict(name, content)).toBe('filePassword');
  });
});

describe('macros in an old Office document are named as such', () => {
  const project = { inside: [{ name: 'VBA', inside: [{ name: 'dir', data: Buffer.alloc(600) }] }] };
  it.each([
    ['a.doc', buildCfb([word, { name: 'Macros', ...project }])],
    ['a.doc', buildCfb([word, { name: 'MACROS', ...project }])],
    [
      'a.xls',
      buildCfb([
        { name: 'Workbook', data: excelStream() },
        { name: '_VBA_PROJECT_CUR', ...project },
      ]),
    ],
  ])('%s', async (name, content) => {
    expect(await verdict(name, content)).toBe('fileMacros');
  });

  it('but those of a document inside are its own', async () => {
    const inside = { name: 'ObjectPool', inside: [{ name: '_1', inside: [{ name: 'Macros', ...project }] }] };
    expect(await verdict('a.doc', buildCfb([word, inside]))).toBe('ok');
  });
});

describe('another compound file is disguised', () => {
  it.each([
    ['an installer', 'a.doc', buildCfb([{ name: 'Installer', data: Buffer.alloc(5000) }])],
    ['an empty one', 'a.xls', buildCfb([])],
    [
      'a sheet that holds a document',
      'a.doc',
      buildCfb([
        { name: 'Workbook', data: excelStream() },
        { name: 'Object', inside: [word] },
      ]),
    ],
    ['an old document by a new name', 'a.docx', buildDoc()],
    ['an encrypted package as a picture', 'a.png', buildEncryptedPackage()],
  ])('%s', async (_what, name, content) => {
    expect(await verdict(name, content)).toBe('fileDisguised');
  });
});

/** A document with one 32-bit number changed. */
function changed(at: number, value: number, content = buildDoc()): Buffer {
  const bytes = Buffer.from(content);
  bytes.writeUInt32LE(value >>> 0, at);
  return bytes;
}

const doc = buildDoc();
const directoryAt = 512 * (doc.readUInt32LE(48) + 1);
const tableAt = 512 * (doc.readUInt32LE(76) + 1);

describe('a damaged compound file is unsafe', () => {
  it.each([
    ['only a signature', doc.subarray(0, 8)],
    ['only a header', doc.subarray(0, 512)],
    ['sectors of 2 GB', changed(30, 0x0006001f)],
    ['no directory', changed(48, 0xfffffffe)],
    ['a directory outside the file', changed(48, 50_000)],
    ['an allocation table outside the file', changed(76, 50_000)],
    ['a stream outside the file', changed(directoryAt + 128 + 116, 50_000)],
  ])('with %s', async (_what, content) => {
    expect(await verdict('a.doc', content)).toBe('fileUnsafe');
  });

  it('but one whose directory goes in a circle, with all that there is in it, passes', async () => {
    expect(await verdict('a.doc', changed(directoryAt + 128 + 68, 1))).toBe('ok');
    const circle = changed(tableAt + 4 * doc.readUInt32LE(48), doc.readUInt32LE(48));
    expect(await verdict('a.doc', circle)).toBe('ok');
  });

  it('and one whose root leads to nothing is no document', async () => {
    expect(await verdict('a.doc', changed(directoryAt + 76, 9_999))).toBe('fileDisguised');
  });
});
