import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { MAX_PDF_HEADER_OFFSET } from './pdf.ts';
import { buildOoxml } from './testing/build-office.ts';
import { buildPdf } from './testing/build-pdf.ts';
import { buildPng } from './testing/build-pictures.ts';
import { verdict } from './testing/stored-file.ts';

const image = await buildPng();
const png = sharp(image);
const TABLE = '<table><tr><td>1</td></tr></table>';
const UTF8_MARK = '\ufeff';

/** Starts of files as programs write them. */
const texts: [what: string, content: string | Buffer, format: string][] = [
  ['a table that a system exports as .xls', TABLE, 'HTML'],
  ['a page with a byte order mark', `${UTF8_MARK}\r\n<!-- export --><HTML>${TABLE}</HTML>`, 'HTML'],
  [
    'an XHTML page',
    `<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml">`,
    'HTML',
  ],
  ['a single-file web page', 'MIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n\r\n<html>', 'MHTML'],
  [
    'an Excel 2003 XML workbook',
    '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook><Table ss:ExpandedRowCount="1">',
    'XML',
  ],
  [
    'a Word 2003 XML document in UTF-16',
    Buffer.from('\ufeff<?xml version="1.0"?><w:wordDocument>', 'utf16le'),
    'XML',
  ],
  [
    'an XML workbook without a declaration',
    '<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"><Table>',
    'XML',
  ],
  ['a page of Excel', '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><table>', 'HTML'],
  ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg">', 'SVG'],
  [
    'a TIFF whose directory is at its end',
    Buffer.from(`II*\0\x40\x0d\x03\0${'a'.repeat(200_000)}`, 'latin1'),
    'TIF',
  ],
  ['an RTF document after white space', '\n{\\rtf1 Plan}', 'RTF'],
  ['a text of DOS', 'Name,Sum\r\n\x1a', 'TXT'],
  ['an RTF document', '{\\rtf1\\ansi Plan}', 'RTF'],
  ['a tab-separated text in GBK', Buffer.from('d0d5c3fb09bdf0b6ee0d0abcd7093130300d0a', 'hex'), 'TXT'],
  ['a big-endian text', Buffer.from('\ufeffName', 'utf16le').swap16(), 'TXT'],
  ['a Unicode text of Excel', Buffer.from('\ufeff姓名\t金额\r\n', 'utf16le'), 'TXT'],
];

const document = buildOoxml('docx');

it.each([
  ['a byte order mark', Buffer.from(UTF8_MARK)],
  ['an ID3 header', Buffer.from(`ID3\x04\0\0\0\0\0\x10${'\0'.repeat(16)}`, 'latin1')],
])('refuses an Office document after %s', async (_what, prefix) => {
  expect(await verdict(Buffer.concat([prefix, document]))).toMatch(/^fileType /u);
});

it.each(texts)('names the format of %s', async (_what, content, format) => {
  expect(await verdict(Buffer.from(content))).toBe(`fileType ${format}`);
});

const padded = (start: string) => Buffer.concat([Buffer.from(start, 'latin1'), Buffer.alloc(600)]);

it.each([
  ['E-SafeNet', padded('b\x14#e?\0\x13\x01\0\0\0\0\0\0\0\0\0\0E-SafeNet\0\0\0LOCK')],
  ['TSD', padded('%TSD-Header-###%')],
  ['NASCA', padded('<## NASCA DRM FILE - VER1.00 ##>')],
  ['SCDSA', padded('SCDSA002\0\0')],
  ['DRMONE', padded('\x9b DRMONE  This Document is encrypted')],
  ['CAJ', padded('CAJ\0')],
  ['HEIC', padded('\0\0\0\x18ftypheic\0\0\0\0mif1heic')],
  ['BMP', padded('BM\x8a\0\0\0')],
  ['WEBP', await png.webp().toBuffer()],
  ['AVIF', await png.avif().toBuffer()],
  ['TIF', await png.tiff().toBuffer()],
  ['ZIP', padded('PK\x05\x06')],
  ['RAR', padded('Rar!\x1a\x07\x01\0')],
  ['7Z', padded('7z\xbc\xaf\x27\x1c\0\x04')],
  ['EXE', padded('MZ\x90\0\x03')],
])('names the format %s', async (format, content) => {
  expect(await verdict(content)).toBe(`fileType ${format}`);
});

/** Inserts a chunk after the header of a PNG. */
function withChunk(content: Buffer, type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([content.subarray(0, 33), length, body, checksum, content.subarray(33)]);
}

const latestHeader = ' '.repeat(MAX_PDF_HEADER_OFFSET - '%PDF-'.length);

it.each([
  ['accepts a PDF with a late header', buildPdf({ before: latestHeader }), 'ok'],
  ['refuses a PDF with a later header', buildPdf({ before: `${latestHeader} ` }), 'fileType TXT'],
  ['refuses a program before a PDF', buildPdf({ before: 'MZ\x90\0\x03' }), 'fileType EXE'],
  ['accepts a PNG with long metadata', withChunk(image, 'tEXt', Buffer.alloc(100_000, 'a')), 'ok'],
  ['accepts an animated PNG', withChunk(image, 'acTL', Buffer.from([0, 0, 0, 1, 0, 0, 0, 0])), 'ok'],
  ['refuses zeros', Buffer.alloc(5000), 'fileDisguised'],
])('%s', async (_what, content, expected) => {
  expect(await verdict(content)).toBe(expected);
});
