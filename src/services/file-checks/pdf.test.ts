import { describe, expect, it } from 'vitest';
import { PAGE_BYTES, PDF_END_WITHIN, PDF_HEADER_WITHIN } from './limits.ts';
import { buildPdf } from './test-support/build-pdf.ts';
import { verdict } from './test-support/stored-file.ts';

const latestHeader = ' '.repeat(PDF_HEADER_WITHIN - '%PDF-'.length);
const whole = buildPdf();
const webReady = (length: number) =>
  buildPdf({ objects: `8 0 obj\n<< /Linearized 1 /L ${length} /H [ 1 2 ] >>\nendobj\n` });

describe('a PDF passes', () => {
  it.each([
    ['a late header', buildPdf({ before: latestHeader })],
    ['a byte order mark', buildPdf({ before: '\xef\xbb\xbf' })],
    ['something behind its end', buildPdf({ behind: '\0'.repeat(PDF_END_WITHIN - 100) })],
    ['the length it says', webReady(100)],
    [
      'talk of encryption in its text',
      buildPdf({ objects: '9 0 obj\n<< /Length 30 >>\nstream\n(/Encrypt 12 0 R) Tj\nendstream\n' }),
    ],
    ['an encryption entry of null', buildPdf({ trailer: '/Encrypt null' })],
    ['several pages of bytes', buildPdf({ padding: 5 * PAGE_BYTES })],
  ])('with %s', async (_what, content) => {
    expect(await verdict('a.pdf', content)).toBe('ok');
  });
});

describe('a PDF is refused', () => {
  it.each([
    ['whose header comes too late', buildPdf({ before: `${latestHeader} ` }), 'fileDisguised'],
    ['behind a program', buildPdf({ before: 'MZ\x90\0\x03' }), 'fileDisguised'],
    ['behind an archive', buildPdf({ before: 'PK\x03\x04' }), 'fileDisguised'],
    ['that is only a header', Buffer.from('%PDF-1.7\n'), 'fileUnsafe'],
    ['without an end', whole.subarray(0, whole.indexOf('startxref')), 'fileUnsafe'],
    ['with too much behind its end', buildPdf({ behind: '\0'.repeat(PDF_END_WITHIN) }), 'fileUnsafe'],
    ['shorter than it says', webReady(99_999), 'fileUnsafe'],
    [
      'with many encryption entries',
      buildPdf({ trailer: [1, 2, 3, 4, 5].map((n) => `/Encrypt ${n} 0 R`).join(' ') }),
      'fileUnsafe',
    ],
  ])('%s', async (_what, content, code) => {
    expect(await verdict('a.pdf', content)).toBe(code);
  });
});
