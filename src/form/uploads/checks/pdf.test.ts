import { describe, expect, it } from 'vitest';
import { PDF_END_WITHIN } from './pdf.ts';
import { PDF_HEADER_WITHIN } from './signature.ts';
import { buildPdf } from './testing/build-pdf.ts';
import { verdict } from './testing/stored-file.ts';

const latestHeader = ' '.repeat(PDF_HEADER_WITHIN - '%PDF-'.length);
const whole = buildPdf();
const withoutLastPage = Buffer.from(
  whole.toString('latin1').replace('[3 0 R] /Count 1', '[3 0 R 8 0 R] /Count 2'),
  'latin1',
);
const webReady = (length: number) =>
  buildPdf({ objects: `8 0 obj\n<< /Linearized 1 /L ${length} /H [ 1 2 ] >>\nendobj\n` });

describe('PDF', () => {
  it.each([
    ['a late header', buildPdf({ before: latestHeader })],
    ['a byte order mark', buildPdf({ before: '\xef\xbb\xbf' })],
    ['bytes after its end', buildPdf({ behind: '\0'.repeat(PDF_END_WITHIN - 100) })],
    ['its declared length', webReady(100)],
    [
      'the text /Encrypt in a stream',
      buildPdf({ objects: '9 0 obj\n<< /Length 30 >>\nstream\n(/Encrypt 12 0 R) Tj\nendstream\n' }),
    ],
    [
      'five encryption entries without an object',
      buildPdf({ trailer: [4, 5, 6, 7, 8].map((n) => `/Encrypt ${n} 0 R`).join(' ') }),
    ],
    ['an encryption entry of null', buildPdf({ trailer: '/Encrypt null' })],
    ['many bytes between its objects', buildPdf({ padding: 300_000 })],
  ])('is accepted with %s', async (_what, content) => {
    expect(await verdict('a.pdf', content)).toBe('ok');
  });

  it.each([
    ['a late header beyond the limit', buildPdf({ before: `${latestHeader} ` }), 'fileDisguised'],
    ['a program before it', buildPdf({ before: 'MZ\x90\0\x03' }), 'fileDisguised'],
    ['an archive before it', buildPdf({ before: 'PK\x03\x04' }), 'fileDisguised'],
    ['only a header', Buffer.from('%PDF-1.7\n'), 'fileUnsafe'],
    ['no end', whole.subarray(0, whole.indexOf('startxref')), 'fileUnsafe'],
    ['too many bytes after its end', buildPdf({ behind: '\0'.repeat(PDF_END_WITHIN) }), 'fileUnsafe'],
    ['fewer bytes than declared', webReady(99_999), 'fileUnsafe'],
    ['no last page', withoutLastPage, 'fileUnsafe'],
    [
      'no pages',
      Buffer.from(whole.toString('latin1').replace('/Pages 2', '/Other 2'), 'latin1'),
      'fileUnsafe',
    ],
  ])('is refused with %s', async (_what, content, code) => {
    expect(await verdict('a.pdf', content)).toBe(code);
  });
});
