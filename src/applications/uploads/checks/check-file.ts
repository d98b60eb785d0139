import { readFile } from 'node:fs/promises';
import { fileTypeFromBuffer } from 'file-type';
import { type Extension, fileTypes } from '../../rules/file-types.ts';
import { type FileRefusal, RefusedFileError } from '../../rules/problems.ts';
import { type Budget, createBudget, maxUnpackedBytes } from './budget.ts';
import { isCompoundFile, isZip } from './macros.ts';
import { checkOle, checkOoxml } from './office.ts';
import { checkPdf, MAX_PDF_HEADER_OFFSET } from './pdf.ts';
import { checkPicture } from './picture.ts';

/** `type` is the MIME type of the content, whatever the file's name. */
export type FileCheck = { ok: true; type: string } | ({ ok: false } & FileRefusal);

export type CheckTask = { path: string; bytes: number };

/** Returns an accepted extension, or another format in upper case. */
async function readFormat(content: Buffer, budget: Budget): Promise<string | undefined> {
  if (isZip(content)) return checkOoxml(content, budget);
  if (isCompoundFile(content)) return checkOle(content, budget);
  const format = await detectFormat(content);
  if (format === 'pdf') await checkPdf(content);
  else if (DETECTED.includes(format ?? '')) await checkPicture(content, format === 'jpg');
  return format;
}

/** Checks that a received file has an accepted type and can be opened. Only checker processes limit its time and memory. */
export async function checkUploadedFile({ path, bytes }: CheckTask): Promise<FileCheck> {
  try {
    const content = await readFile(path);
    if (content.length !== bytes) throw new RefusedFileError('fileUnsafe');
    const format = await readFormat(content, createBudget(maxUnpackedBytes(bytes)));
    const type = fileTypes[format as Extension];
    return type ? { ok: true, type } : { ok: false, code: format ? 'fileType' : 'fileDisguised', format };
  } catch (error) {
    if (error instanceof RefusedFileError) return { ok: false, ...error.refusal };
    throw error;
  }
}

const HEAD_BYTES = 64 * 1024;

/** Number of leading bytes in which company encryption software leaves its mark. */
const MARK_BYTES = 64;
const ENCRYPTED_BY = /E-SafeNet|(?<=^%)TSD|(?<=^<## )NASCA|^SCDSA|DRMONE/u;
/** Signatures of a Chinese document format: see https://github.com/caj2pdf/caj2pdf. */
const CAJ = /^(?:CAJ\0|HN\0\0|KDH |TEB\0)/u;
/** file-type detects only images whose directory is at their beginning. */
const TIFF = /^(?:II\*\0|MM\0\*)/u;

// biome-ignore lint/suspicious/noControlCharactersInRegex: tells text from other bytes
const CONTROL_CHARACTER = /[\0-\x08\x0e-\x19\x1c-\x1f]/u;
const MHTML = /^content-type:\s*multipart\/related/imu;
const HTML = /<(?:!doctype html|html|head|meta|body|div|table)\b/iu;
const XML = /^\s*<(?:\?xml\b|[\w:]+\s[^>]*\bxmlns\b)/u;
const RTF = /^\s*\{\\rtf/u;

const UTF16_MARKS: Readonly<Record<string, string>> = { fffe: 'utf-16le', feff: 'utf-16be' };

/** All encodings except UTF-16 have their ASCII characters in common. */
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

/** Detects formats that file-type does not know, such as a PDF that follows other bytes. */
function detectOtherFormat(head: Buffer): string | undefined {
  if (head.subarray(0, MAX_PDF_HEADER_OFFSET).includes('%PDF-')) return 'pdf';
  const mark = head.toString('latin1', 0, MARK_BYTES);
  const [program] = ENCRYPTED_BY.exec(mark) ?? [];
  if (program) return program;
  if (TIFF.test(mark)) return 'TIF';
  return CAJ.test(mark) ? 'CAJ' : detectTextFormat(head);
}

/** Accepted formats that file-type detects. It also detects Office documents after other bytes, which nothing has inspected. */
const DETECTED = ['pdf', 'jpg', 'png', 'gif'];

async function detectFormat(content: Buffer): Promise<string | undefined> {
  const head = content.subarray(0, HEAD_BYTES);
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  if (found === undefined || found.ext === 'xml') return detectOtherFormat(head);
  const extension = found.ext === 'apng' ? 'png' : found.ext;
  return DETECTED.includes(extension) ? extension : extension.toUpperCase();
}
