import { buildPdf } from '../../../src/uploads/checks/test-support/build-pdf.ts';
import type { SentFile } from '../../support/multipart.ts';

export const MEGABYTE = 1024 * 1024;
export const MAX_FILE_BYTES = 10 * MEGABYTE;

/** A good PDF of exactly so many bytes: what stands behind its end is empty lines. */
export function pdfOf(bytes: number, words = ''): Buffer {
  const start = buildPdf({ objects: `% ${Buffer.from(words).toString('hex')}\n`, padding: bytes });
  const overhead = start.length - bytes;
  const pdf = buildPdf({
    objects: `% ${Buffer.from(words).toString('hex')}\n`,
    padding: bytes - overhead - 16,
  });
  return Buffer.concat([pdf, Buffer.alloc(bytes - pdf.length, '\n')]);
}

export const fileOf = (name: string, content: Buffer | string): SentFile => ({
  name,
  content: Buffer.from(content),
});
