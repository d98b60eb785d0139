import { expect, it } from 'vitest';
import { PDF_TAIL_BYTES } from './pdf.ts';
import { buildEncryptedPdf, buildPdf } from './testing/build-pdf.ts';
import { verdict } from './testing/stored-file.ts';

const whole = buildPdf();
const changed = (from: string, to: string) =>
  Buffer.from(whole.toString('latin1').replace(from, to), 'latin1');
const webReady = (length: number) =>
  buildPdf({ objects: `8 0 obj\n<< /Linearized 1 /L ${length} /H [ 1 2 ] >>\nendobj\n` });

it.each([
  ['accepts bytes after the end', buildPdf({ behind: '\0'.repeat(PDF_TAIL_BYTES - 100) }), 'ok'],
  ['refuses a file with only a header', Buffer.from('%PDF-1.7\n'), 'fileUnsafe'],
  ['refuses a missing end', whole.subarray(0, whole.indexOf('startxref')), 'fileUnsafe'],
  ['refuses fewer bytes than declared', webReady(99_999), 'fileUnsafe'],
  ['accepts more bytes than declared', webReady(100), 'ok'],
  ['refuses a missing last page', changed('[3 0 R] /Count 1', '[3 0 R 8 0 R] /Count 2'), 'fileUnsafe'],
])('PDF structure: %s', async (_what, content, expected) => {
  expect(await verdict(content)).toBe(expected);
});

/** Encryption dictionaries from qpdf. `OPEN` has an empty user password, `LOCKED` has the password "u". */
const RULE = '/Filter /Standard /V 1 /R 2 /Length 40 /P -4';
const OPEN = {
  keys: `${RULE} /O <c92422687facee686e373f10b5c7d04738053152f7e2ee30e11c69ec442576ab> /U <1b06d64f5bb51acca8c7ddf6a105e973e5353f2e5399ecc1b85c84ef04e7ff59>`,
  id: '646a8dc6ccd9e55553d06d98b8ffc726',
};
const LOCKED = {
  keys: `${RULE} /O <94b3d3786f9711a34b5371081cc22b4e1e051fe4915ab88e4e3fccbbde124cb8> /U <5d827be32dc1bb864d03d9a177ef5b195c2002ec3e46e795ecb2517b744a85eb>`,
  id: '9a077953c2318c8d37d55eb779376f8d',
};

it.each([
  ['accepts a PDF that opens without a password', buildEncryptedPdf(OPEN.keys, OPEN.id), 'ok'],
  ['refuses a PDF that needs a password', buildEncryptedPdf(LOCKED.keys, LOCKED.id), 'filePassword'],
  [
    'refuses encryption with certificates',
    buildEncryptedPdf('/Filter /Adobe.PubSec /V 4 /R 4', 'aa'),
    'filePassword',
  ],
])('PDF encryption: %s', async (_what, content, expected) => {
  expect(await verdict(content)).toBe(expected);
});
