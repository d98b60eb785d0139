import { describe, expect, it } from 'vitest';
import { buildCfb } from './testing/build-cfb.ts';
import {
  buildDoc,
  buildEncryptedPackage,
  buildPpt,
  buildXls,
  excelStream,
  wordStream,
} from './testing/build-office.ts';
import { verdict } from './testing/stored-file.ts';

const MIB = 1024 * 1024;
const word = { name: 'WordDocument', data: wordStream() };
const many = Array.from({ length: 300 }, (_, index) => ({ name: `Part ${index}`, data: Buffer.alloc(70) }));

describe('old Office document', () => {
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
    ['a cut last sector', 'a.doc', buildDoc().subarray(0, -200)],
    [
      'an embedded workbook with a password',
      'a.doc',
      buildCfb([word, { name: 'Pool', inside: [{ name: 'Workbook', data: excelStream(true) }] }]),
    ],
  ])('is accepted with %s', async (_what, name, content) => {
    expect(await verdict(name, content)).toBe('ok');
  });
});

describe('Office document with a password', () => {
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
  ])('is refused because of its password: %s', async (name, content) => {
    expect(await verdict(name, content)).toBe('filePassword');
  });
});

describe('macros in an old Office document', () => {
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
  ])('are refused: %s', async (name, content) => {
    expect(await verdict(name, content)).toBe('fileMacros');
  });

  it('are accepted in an embedded document', async () => {
    const inside = { name: 'ObjectPool', inside: [{ name: '_1', inside: [{ name: 'Macros', ...project }] }] };
    expect(await verdict('a.doc', buildCfb([word, inside]))).toBe('ok');
  });
});

describe('other compound file', () => {
  it.each([
    ['an installer', 'a.doc', buildCfb([{ name: 'Installer', data: Buffer.alloc(5000) }])],
    ['an empty file', 'a.xls', buildCfb([])],
    [
      'a workbook with an embedded document',
      'a.doc',
      buildCfb([
        { name: 'Workbook', data: excelStream() },
        { name: 'Object', inside: [word] },
      ]),
    ],
    ['an old document as .docx', 'a.docx', buildDoc()],
    ['an encrypted package as a picture', 'a.png', buildEncryptedPackage()],
  ])('is refused as disguised: %s', async (_what, name, content) => {
    expect(await verdict(name, content)).toBe('fileDisguised');
  });
});

/** Returns a document with one changed 32-bit number. */
function changed(at: number, value: number, content = buildDoc()): Buffer {
  const bytes = Buffer.from(content);
  bytes.writeUInt32LE(value >>> 0, at);
  return bytes;
}

const doc = buildDoc();
const directoryAt = 512 * (doc.readUInt32LE(48) + 1);
const tableAt = 512 * (doc.readUInt32LE(76) + 1);

describe('damaged compound file', () => {
  it.each([
    ['only a signature', doc.subarray(0, 8)],
    ['only a header', doc.subarray(0, 512)],
    ['sectors of 2 GB', changed(30, 0x0006001f)],
    ['no directory', changed(48, 0xfffffffe)],
    ['a directory outside the file', changed(48, 50_000)],
    ['an allocation table outside the file', changed(76, 50_000)],
    ['a stream outside the file', changed(directoryAt + 128 + 116, 50_000)],
  ])('is refused as unsafe with %s', async (_what, content) => {
    expect(await verdict('a.doc', content)).toBe('fileUnsafe');
  });

  it('is accepted with a circular directory that is complete', async () => {
    expect(await verdict('a.doc', changed(directoryAt + 128 + 68, 1))).toBe('ok');
    const circle = changed(tableAt + 4 * doc.readUInt32LE(48), doc.readUInt32LE(48));
    expect(await verdict('a.doc', circle)).toBe('ok');
  });

  it('is refused as disguised if its root has no entries', async () => {
    expect(await verdict('a.doc', changed(directoryAt + 76, 9_999))).toBe('fileDisguised');
  });
});
