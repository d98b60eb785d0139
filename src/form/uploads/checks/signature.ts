import { fileTypeFromBuffer } from 'file-type';

/** How much of a file's beginning its signature is looked for in. */
const HEAD_BYTES = 64 * 1024;
/** A PDF's header may stand a little later than at byte 0 (ISO 32000-1, annex H.3.4.1). */
export const PDF_HEADER_WITHIN = 1024;

/** The type that a file's first bytes tell. */
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

/** For what file-type leaves open: a PDF with a few bytes before it, a PNG whose notes are longer than the head. */
function containerByHand(head: Buffer): Container {
  if (beginsWith(head, PNG)) return 'png';
  return head.subarray(0, PDF_HEADER_WITHIN).includes('%PDF-') ? 'pdf' : 'other';
}

/** The container a file claims to be; file-type looks into archives, which the archive check does more carefully. */
export async function containerOf(content: Buffer): Promise<Container> {
  const head = content.subarray(0, HEAD_BYTES);
  if (beginsWith(head, ZIP_ENTRY)) return 'zip';
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  return found === undefined ? containerByHand(head) : (containerOfType[found.mime] ?? 'other');
}
