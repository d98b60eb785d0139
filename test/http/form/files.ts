import type { SentFile } from '../../support/multipart.ts';

export const MEGABYTE = 1024 * 1024;
export const MAX_FILE_BYTES = 10 * MEGABYTE;

export const fileOf = (name: string, content: Buffer | string): SentFile => ({
  name,
  content: Buffer.from(content),
});
