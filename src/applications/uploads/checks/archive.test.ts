import { expect, it } from 'vitest';
import { MAX_UNPACKED_BYTES, MAX_ZIP_ENTRIES } from '../../rules/limits.ts';
import { buildOoxml, contentTypes, ooxmlEntries, parts } from './testing/build-office.ts';
import { buildZip, type ZipEntry } from './testing/build-zip.ts';
import { verdict } from './testing/stored-file.ts';

const MIB = 1024 * 1024;
const noise = (bytes: number) =>
  Buffer.from(Array.from({ length: bytes }, (_, index) => (index * index * 31) >> 3));
const zeros = (name: string, bytes: number): ZipEntry => ({ name, data: Buffer.alloc(bytes) });
const files = (count: number): ZipEntry[] =>
  Array.from({ length: count }, (_, index) => ({ name: `xl/media/${index}.png`, isStored: true }));
const nested = (name: string): ZipEntry => ({ name, data: buildZip([zeros('a', 3 * MIB)]) });
const docx = (...more: ZipEntry[]) => buildOoxml('docx', ...more);
const whole = docx();
const main = { name: 'word/document.xml', data: '<main/>' };
const slideShowType = 'application/vnd.openxmlformats-officedocument.presentationml.slideshow.main+xml';
const typed = (type: string) => buildZip([contentTypes({ name: main.name, type }), main]);

it.each<[string, Buffer]>([
  ['an embedded workbook', docx({ name: 'word/embeddings/a.xlsx', data: buildOoxml('xlsx') })],
  ['a large part that compresses well', docx(zeros('word/a.xml', 7 * MIB))],
  ['the maximum number of entries', docx(...files(MAX_ZIP_ENTRIES - ooxmlEntries('docx').length))],
])('accepts an OOXML document with %s', async (_what, content) => {
  expect(await verdict(content)).toBe('ok');
});

it.each<[string, Buffer]>([
  ['a nested bomb', docx({ name: 'a.zip', data: buildZip([zeros('a', 9 * MIB)]) })],
  ['nested archives that exceed the limit together', docx(nested('a.zip'), nested('b.zip'), nested('c.zip'))],
  ['a part that unpacks to a thousand times its size', docx(zeros('word/media/a.bmp', 40 * MIB))],
  ['a size beyond the limit', docx({ name: 'a.xml', data: noise(3 * MIB), size: MAX_UNPACKED_BYTES })],
  ['one entry too many', docx(...files(MAX_ZIP_ENTRIES - ooxmlEntries('docx').length + 1))],
  ['overlapping entries', docx(zeros('a.xml', 100), { name: 'b.xml', at: 40 })],
  ['an entry that reaches into the directory', docx({ name: 'a.xml', data: noise(500), at: 700 })],
  ['an unknown compression method', docx({ name: 'a.xml', data: 'abc', method: 14 })],
  ['two parts with the same name', docx({ name: 'WORD/document.xml', data: 'x' })],
  ['content types that exceed their declared size', buildZip([{ ...contentTypes(parts.docx), size: 20 }])],
  ['an endless list of content types', buildZip([zeros('[Content_Types].xml', 5 * MIB)])],
  ['bytes after its end', Buffer.concat([whole, Buffer.from('more')])],
])('refuses an OOXML document with %s as unsafe', async (_what, content) => {
  expect(await verdict(content)).toBe('fileUnsafe');
});

it.each([0x801, 0x841])('refuses an archive with the encryption flags %i', async (flags) => {
  const content = docx({ name: 'word/a.xml', data: 'secret', flags });
  expect(await verdict(content)).toBe('filePassword');
});

it.each<[string, Buffer, string]>([
  ['a plain archive', buildZip([{ name: 'a.txt', data: 'a' }]), 'fileType ZIP'],
  [
    'an archive with a main part in a comment',
    buildZip([
      { ...contentTypes(), data: '<Types><!-- <Override PartName="/word/document.xml"/> --></Types>' },
      main,
    ]),
    'fileDisguised',
  ],
  [
    'a document with the type of macro documents',
    typed('application/vnd.ms-word.document.macroEnabled.main+xml'),
    'fileType DOCM',
  ],
  ['a slide show', typed(slideShowType), 'fileType PPSX'],
  [
    'an OpenDocument text',
    buildZip([{ name: 'mimetype' }, { name: 'content.xml' }]),
    'fileType OpenDocument',
  ],
  ['an OFD document', buildZip([{ name: 'OFD.xml' }]), 'fileType OFD'],
  ['a Pages document', buildZip([{ name: 'Index/Document.iwa' }]), 'fileType iWork'],
])('names the format of %s', async (_what, content, expected) => {
  expect(await verdict(content)).toBe(expected);
});
