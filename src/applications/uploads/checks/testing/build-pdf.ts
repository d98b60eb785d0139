type PdfParts = {
  trailer?: string;
  objects?: string;
  before?: string;
  behind?: string;
  padding?: number;
};

const OBJECT = /^(\d+) 0 obj$/gmu;

/** Builds the cross-reference table with one section per object. */
const tableOf = (text: string): string =>
  [...text.matchAll(OBJECT)]
    .map(({ 1: number, index }) => `${number} 1\n${String(index).padStart(10, '0')} 00000 n \n`)
    .join('');

/** Builds a PDF with one empty page. Its cross-reference table is valid unless `before` is set. */
export function buildPdf({
  trailer = '',
  objects = '',
  before = '',
  behind = '',
  padding = 0,
}: PdfParts = {}): Buffer {
  const body = [
    '%PDF-1.7\n',
    '1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n',
    '2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n',
    '3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>\nendobj\n',
  ];
  const text = body.join('') + objects + ' '.repeat(padding);
  const table = `xref\n0 1\n0000000000 65535 f \n${tableOf(text)}`;
  const end = `trailer\n<< /Size 10 /Root 1 0 R ${trailer} >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(before + text + table + end + behind, 'latin1');
}

/** Space for longer offsets in the table of a larger file. */
const SPARE_BYTES = 16;

/** Builds a PDF of an exact size that contains a text in hexadecimal. Pads the end with empty lines. */
export function pdfOf(bytes: number, words = ''): Buffer {
  const objects = `% ${Buffer.from(words).toString('hex')}\n`;
  const padding = bytes - buildPdf({ objects }).length - SPARE_BYTES;
  const pdf = buildPdf({ objects, padding });
  return Buffer.concat([pdf, Buffer.alloc(bytes - pdf.length, '\n')]);
}

/** Builds a PDF with this encryption dictionary as object 9. */
export const buildEncryptedPdf = (dictionary: string, id: string) =>
  buildPdf({
    objects: `9 0 obj\n<< ${dictionary} >>\nendobj\n`,
    trailer: `/Encrypt 9 0 R /ID [ <${id}> <${id}> ]`,
  });
