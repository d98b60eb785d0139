import { fileTypeFromBuffer } from 'file-type';
import { fileTypes } from '../../rules/file-types.ts';

/** Number of leading bytes that are searched for a signature. */
const HEAD_BYTES = 64 * 1024;
/** Maximum offset of a PDF's header, which may follow other bytes (ISO 32000-1, annex H.3.4.1). */
export const PDF_HEADER_WITHIN = 1024;

/** Number of leading bytes in which programs that encrypt a company's files leave their mark. */
const MARK_WITHIN = 64;
const ENCRYPTED_BY = /E-SafeNet|(?<=^%)TSD|(?<=^<## )NASCA|^SCDSA|DRMONE/u;
/** Signatures of a Chinese document format: see https://github.com/caj2pdf/caj2pdf. */
const CAJ = /^(?:CAJ\0|HN\0\0|KDH |TEB\0)/u;

// biome-ignore lint/suspicious/noControlCharactersInRegex: finds out if bytes are text.
const CONTROL_CHARACTER = /[\0-\x08\x0e-\x19\x1c-\x1f]/u;
const MHTML = /^content-type:\s*multipart\/related/imu;
const HTML = /<(?:!doctype html|html|head|meta|body|div|table)\b/iu;
const XML = /^\s*<(?:\?xml\b|[\w:]+\s[^>]*\bxmlns\b)/u;
const RTF = /^\s*\{\\rtf/u;

const UTF16_MARKS: Readonly<Record<string, string>> = { fffe: 'utf-16le', feff: 'utf-16be' };

/** Decodes the start of a text. Other encodings than UTF-16 have their ASCII characters in common. */
const decodeHead = (head: Buffer): string =>
  new TextDecoder(UTF16_MARKS[head.toString('hex', 0, 2)] ?? 'latin1').decode(head);

function detectTextFormat(head: Buffer): string | undefined {
  const text = decodeHead(head).replace(/^(?:\u00ef\u00bb\u00bf)+/u, '');
  if (CONTROL_CHARACTER.test(text)) return undefined;
  if (MHTML.test(text)) return 'MHTML';
  if (RTF.test(text)) return 'RTF';
  if (!XML.test(text) || /<html\b/iu.test(text)) return HTML.test(text) ? 'HTML' : 'TXT';
  return text.includes('<svg') ? 'SVG' : 'XML';
}

/** Recognises formats that file-type does not, such as a PDF that follows other bytes. */
function detectByHand(head: Buffer): string | undefined {
  if (head.subarray(0, PDF_HEADER_WITHIN).includes('%PDF-')) return 'pdf';
  const mark = head.toString('latin1', 0, MARK_WITHIN);
  const [program] = ENCRYPTED_BY.exec(mark) ?? [];
  return program ?? (CAJ.test(mark) ? 'CAJ' : detectTextFormat(head));
}

/** Returns an accepted format (`pdf`, `jpg`, `png` or `gif`), another one in upper case, or undefined if the bytes are unknown. */
export async function detectFormat(content: Buffer): Promise<string | undefined> {
  const head = content.subarray(0, HEAD_BYTES);
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  if (found === undefined || found.ext === 'xml') return detectByHand(head);
  const extension = found.ext === 'apng' ? 'png' : found.ext;
  return extension in fileTypes ? extension : extension.toUpperCase();
}
