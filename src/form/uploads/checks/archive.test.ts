import { describe, expect, it } from 'vitest';
import { MAX_UNPACKED_BYTES, MAX_ZIP_ENTRIES } from './archive.ts';
import { buildOoxml, contentTypes, ooxmlEntries, parts } from './testing/build-office.ts';
import { buildZip, type ZipEntry } from './testing/build-zip.ts';
import { verdict } from './testing/stored-file.ts';

const MIB = 1024 * 1024;
const noise = (bytes: number) =>
  Buffer.from(Array.from({ length: bytes }, (_, index) => (index * index * 31) >> 3));
const zeros = (name: string, bytes: number): ZipEntry => ({ name, data: Buffer.alloc(bytes) });
const files = (count: number): ZipEntry[] =>
  Array.from({ length: count }, (_, index) => ({ name: `xl/media/${index}.png`, isStored: true }));
const fullSheet = ooxmlEntries('xlsx').length;

describe('OOXML document', () => {
  it.each<[string, string, Buffer]>([
    [
      'parts that are stored, not deflated',
      'a.docx',
      buildZip(ooxmlEntries('docx').map((entry) => ({ ...entry, isStored: true }))),
    ],
    [
      'an embedded workbook',
      'a.docx',
      buildOoxml('docx', { name: 'word/embeddings/a.xlsx', data: buildOoxml('xlsx') }),
    ],
    [
      'a blank sheet that compresses well',
      'a.xlsx',
      buildOoxml('xlsx', zeros('xl/worksheets/sheet1.xml', 7 * MIB)),
    ],
    ['the maximum number of entries', 'a.xlsx', buildOoxml('xlsx', ...files(MAX_ZIP_ENTRIES - fullSheet))],
    ['names in Chinese', 'a.pptx', buildOoxml('pptx', { name: 'ppt/media/图片.png', data: 'x' })],
  ])('is accepted with %s', async (_what, name, content) => {
    expect(await verdict(name, content)).toBe('ok');
  });
});

describe('archive bomb', () => {
  const inner = buildZip([zeros('a', 9 * MIB)]);
  it.each<[string, Buffer]>([
    [
      'a part that unpacks to a thousand times its size',
      buildOoxml('docx', zeros('word/media/a.bmp', 40 * MIB)),
    ],
    [
      'a declared size beyond the limit',
      buildOoxml('docx', { name: 'a.xml', data: noise(3 * MIB), size: MAX_UNPACKED_BYTES }),
    ],
    ['one entry too many', buildOoxml('docx', ...files(MAX_ZIP_ENTRIES))],
    ['a nested archive that compresses well', buildOoxml('docx', zeros('word/embeddings/a.zip', 2 * MIB))],
    ['overlapping entries', buildOoxml('docx', zeros('a.xml', 100), { name: 'b.xml', at: 40 })],
    [
      'an entry that reaches into the directory',
      buildOoxml('docx', { name: 'a.xml', data: noise(500), at: 700 }),
    ],
    [
      'a compression method that Office does not know',
      buildOoxml('docx', { name: 'a.xml', data: 'abc', method: 14 }),
    ],
    ['two parts with the same name', buildOoxml('docx', { name: 'WORD/document.xml', data: 'x' })],
    ['a name outside the archive', buildOoxml('docx', { name: '../../etc/passwd', data: 'x' })],
    [
      'a list of content types that unpacks to more than declared',
      buildZip([{ ...contentTypes(parts.docx), size: 20 }]),
    ],
    ['an endless list of content types', buildZip([zeros('[Content_Types].xml', 5 * MIB)])],
  ])('is refused as unsafe with %s', async (_what, content) => {
    expect(await verdict('a.docx', content)).toBe('fileUnsafe');
  });

  it('accepts a nested archive by its own size, without unpacking it', async () => {
    expect(await verdict('a.docx', buildOoxml('docx', { name: 'word/embeddings/a.zip', data: inner }))).toBe(
      'ok',
    );
  });
});

describe('damaged archive', () => {
  const whole = buildOoxml('docx');
  it.each<[string, Buffer]>([
    ['no end', whole.subarray(0, -10)],
    ['only its first half', whole.subarray(0, whole.length / 2)],
    ['bytes after its end', Buffer.concat([whole, Buffer.from('more')])],
    ['no main part', buildZip([contentTypes(parts.docx), { name: 'word/other.xml' }])],
  ])('is refused as unsafe with %s', async (_what, content) => {
    expect(await verdict('a.docx', content)).toBe('fileUnsafe');
  });
});

describe('archive with a password', () => {
  it.each([
    ['traditional encryption', 0x801],
    ['strong encryption', 0x841],
  ])('is refused because of its password: %s', async (_what, flags) => {
    expect(await verdict('a.docx', buildOoxml('docx', { name: 'word/a.xml', data: 'secret', flags }))).toBe(
      'filePassword',
    );
  });
});

describe('other archive as .docx', () => {
  const main = { name: 'word/document.xml', data: '<main/>' };
  const typed = (type: string) => buildZip([contentTypes({ name: main.name, type }), main]);
  it.each<[string, Buffer]>([
    ['any archive', buildZip([{ name: 'a.txt', data: 'a' }])],
    [
      'an OpenDocument text',
      buildZip([{ name: 'mimetype', data: 'application/vnd.oasis.opendocument.text', isStored: true }]),
    ],
    ['a template', typed(parts.docx.type.replace('document.main', 'template.main'))],
    ['a sheet', buildOoxml('xlsx')],
    [
      'a main part in a comment',
      buildZip([{ ...contentTypes(), data: `<!-- ${String(contentTypes(parts.docx).data)} -->` }, main]),
    ],
  ])('is refused as disguised: %s', async (_what, content) => {
    expect(await verdict('a.docx', content)).toBe('fileDisguised');
  });
});

describe('macros in an OOXML document', () => {
  it.each([
    [
      'a document with macros',
      buildZip([
        contentTypes({
          name: 'word/document.xml',
          type: 'application/vnd.ms-word.document.macroEnabled.main+xml',
        }),
        { name: 'word/document.xml' },
      ]),
    ],
    ['a hidden macro project', buildOoxml('docx', { name: 'word/vbaProject.bin', data: 'x' })],
  ])('are refused: %s', async (_what, content) => {
    expect(await verdict('a.docx', content)).toBe('fileMacros');
  });

  it('are refused in a workbook with Excel 4 macros', async () => {
    const macros = { name: 'xl/macrosheets/sheet1.xml', type: 'application/vnd.ms-excel.macrosheet+xml' };
    const entries = [contentTypes(parts.xlsx, macros), { name: parts.xlsx.name }, { name: macros.name }];
    expect(await verdict('a.xlsx', buildZip(entries))).toBe('fileMacros');
  });
});
