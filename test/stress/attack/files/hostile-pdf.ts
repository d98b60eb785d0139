import { deflateSync } from 'node:zlib';
import {
  buildEncryptedPdf,
  buildPdf,
} from '../../../../src/applications/uploads/checks/testing/build-pdf.ts';

const MEGABYTE = 1024 * 1024;

const pdf = (catalogue: string, trailer: string, behind = '') =>
  Buffer.from(`%PDF-1.7\n${catalogue}trailer\n<< ${trailer} >>\nstartxref\n9\n%%EOF\n${behind}`, 'latin1');

const CATALOGUE = '1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n';

/** Builds a twice compressed stream that decompresses to `megabytes`. */
const bomb = (megabytes: number): string =>
  deflateSync(deflateSync(Buffer.alloc(megabytes * MEGABYTE))).toString('latin1');

function packedTable(): Buffer {
  const packed = bomb(700);
  const head = `/Type /XRef /W [1 4 2] /Size 90000000 /Root 1 0 R /Filter [/FlateDecode /FlateDecode]`;
  const text = `%PDF-1.7\n${CATALOGUE}`;
  const table = `5 0 obj\n<< ${head} /Length ${packed.length} >>\nstream\n${packed}\nendstream\nendobj\n`;
  return Buffer.from(`${text}${table}startxref\n${text.length}\n%%EOF\n`, 'latin1');
}

function packedObjects(): Buffer {
  const packed = bomb(700);
  const head = '/Type /ObjStm /N 1000000 /First 100000000 /Filter [/FlateDecode /FlateDecode]';
  const objects = `8 0 obj\n<< ${head} /Length ${packed.length} >>\nstream\n${packed}\nendstream\nendobj\n`;
  return buildPdf({ objects, trailer: '/Prev 9 /XRefStm 20' });
}

const kids = (count: number) => Array.from({ length: count }, () => '2 0 R').join(' ');

/** PDFs that are built to hang or exhaust their parser. */
export const hostilePdf: Record<string, () => Buffer> = {
  'a table that unpacks to 700 MB': packedTable,
  'objects that unpack to 700 MB': packedObjects,
  'pages that are their own pages': () =>
    pdf(
      `${CATALOGUE}2 0 obj\n<< /Type /Pages /Kids [${kids(50_000)}] /Count 2000000000 >>\nendobj\n`,
      '/Root 1 0 R',
    ),
  'lists in lists': () => pdf(`${CATALOGUE}2 0 obj\n${'['.repeat(4 * MEGABYTE)}\nendobj\n`, '/Root 1 0 R'),
  'dictionaries in dictionaries': () =>
    pdf(`${CATALOGUE}2 0 obj\n${'<</A'.repeat(MEGABYTE)}\nendobj\n`, '/Root 1 0 R'),
  'a million objects of one number': () => pdf('2 0 obj\nendobj\n'.repeat(600_000), '/Root 1 0 R'),
  'a million trailers': () => pdf('trailer\n<< /Root 1 0 R >>\n'.repeat(350_000), '/Root 1 0 R'),
  'tables that name each other': () => buildPdf({ trailer: '/Prev 9 /XRefStm 9' }),
  'a key of a billion bits': () =>
    buildEncryptedPdf('/Filter /Standard /V 2 /R 3 /Length 2000000000 /P -4 /O (a) /U (b)', 'aa'),
  'a string without end': () => buildPdf({ objects: `8 0 obj\n${'('.repeat(8 * MEGABYTE)}\n` }),
  'numbers without end': () => buildPdf({ objects: `8 0 obj\n${'9'.repeat(8 * MEGABYTE)}\n` }),
};
