import { fileTypeFromBuffer } from 'file-type';

/** Length of the beginning that is searched for a signature. */
const HEAD_BYTES = 64 * 1024;
/** A PDF's header may start after byte 0 (ISO 32000-1, annex H.3.4.1). */
export const PDF_HEADER_WITHIN = 1024;

export type Container = 'pdf' | 'cfb' | 'zip' | 'jpeg' | 'png' | 'gif' | 'other';

const containerOfType: Readonly<Record<string, Container>> = {
  'application/pdf': 'pdf',
  'application/x-cfb': 'cfb',
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/apng': 'png',
  'image/gif': 'gif',
};

const ZIP_ENTRY = Buffer.from('PK\x03\x04', 'latin1');
const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

const beginsWith = (head: Buffer, signature: Buffer) => head.subarray(0, signature.length).equals(signature);

/** Recognises what file-type does not: a PDF after other bytes, a PNG with long metadata. */
function containerByHand(head: Buffer): Container {
  if (beginsWith(head, PNG)) return 'png';
  return head.subarray(0, PDF_HEADER_WITHIN).includes('%PDF-') ? 'pdf' : 'other';
}

/** Returns the container type of a file's first bytes. Archives skip file-type, which would unpack them; the archive check is safer. */
export async function containerOf(content: Buffer): Promise<Container> {
  const head = content.subarray(0, HEAD_BYTES);
  if (beginsWith(head, ZIP_ENTRY)) return 'zip';
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  return found === undefined ? containerByHand(head) : (containerOfType[found.mime] ?? 'other');
}
