import { Metadata } from '@tus/server';
import { cleanFileName } from '../../rules/file-names.ts';

/** Milliseconds since 1970, as browsers tell when a file was last changed. */
const TIME = /^\d{1,15}$/u;

type Sent = Record<string, string | null>;

/** What a visitor's machine says of its file; a name with folders, line breaks or other controls loses them. */
export function readMetadata(sent: Sent = {}) {
  const time = sent.lastModified ?? '';
  return {
    name: cleanFileName(sent.filename ?? sent.name ?? ''),
    modifiedAt: TIME.test(time) ? Number(time) : null,
    metadata: Metadata.stringify(sent),
  };
}

export const parseMetadata = (header: string): Sent | undefined =>
  header === '' ? undefined : Metadata.parse(header);
