import type { SentFile } from '../../support/multipart.ts';

export const fileOf = (name: string, content: Buffer | string): SentFile => ({
  name,
  content: Buffer.from(content),
});
