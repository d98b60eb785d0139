import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
// Otherwise the library imports the worker with the first file.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
import { MAX_PDF_TABLE_BYTES } from '../../rules/limits.ts';
import { RefusedFileError, refuseOnError } from '../../rules/problems.ts';
import { createBudget } from './budget.ts';
import { positionsOf } from './vba.ts';

/** Maximum offset of a PDF's header, which may follow other bytes (ISO 32000-1, annex H.3.4.1). */
export const MAX_PDF_HEADER_OFFSET = 1024;
/** A linearised PDF declares its length at its start (ISO 32000-1, annex F.3.3). */
const LENGTH_HEAD_BYTES = 4 * 1024;
/** Trailing bytes that must contain `%%EOF`. Mail gateways and scanners append to files. */
export const PDF_TAIL_BYTES = 64 * 1024;

/** Matches the library's errors about a password or about other encryption, such as certificates. */
const ENCRYPTED = /^PasswordException|encrypt/iu;

const LINEARIZED = /\/Linearized\b[^>]{0,400}/u;
const DECLARED_LENGTH = /\/L[\0\s]+(\d{1,12})/u;

/** The library accepts a PDF without an end mark and one that is shorter than declared. */
function refuseTruncated(content: Buffer): void {
  const head = content.toString('latin1', 0, LENGTH_HEAD_BYTES);
  const length = DECLARED_LENGTH.exec(LINEARIZED.exec(head)?.[0] ?? '')?.[1];
  if (Number(length ?? 0) > content.length) throw new RefusedFileError('fileUnsafe');
  const tail = content.subarray(Math.max(0, content.length - PDF_TAIL_BYTES));
  if (!tail.includes('%%EOF') && !tail.includes('startxref')) throw new RefusedFileError('fileUnsafe');
}

const STREAM = Buffer.from('stream');
const DICTIONARY_BYTES = 1024;

/** Refuses large cross-reference streams, on whose entries the library would spend minutes. */
function refuseLargeTables(content: Buffer): void {
  const budget = createBudget(MAX_PDF_TABLE_BYTES);
  for (const at of positionsOf(STREAM, content)) {
    budget.spend(0);
    if (!content.subarray(Math.max(0, at - DICTIONARY_BYTES), at).includes('/XRef')) continue;
    const end = at + STREAM.length;
    let bytes = content.subarray(content[end] === 0x0d ? end + 2 : end + 1);
    // A stream can be compressed repeatedly.
    do bytes = budget.inflate(bytes);
    while (bytes.length > 0);
  }
}

export async function checkPdf(content: Buffer): Promise<void> {
  refuseTruncated(content);
  refuseLargeTables(content);
  const loadingTask = getDocument({
    // Shares the bytes: a copy would double the checker's memory.
    data: new Uint8Array(content.buffer, content.byteOffset, content.byteLength),
    verbosity: VerbosityLevel.ERRORS,
    disableFontFace: true,
    useSystemFonts: false,
    useWasm: false,
  });
  const reachLastPage = async () => {
    const pdf = await loadingTask.promise;
    await pdf.getPage(pdf.numPages);
  };
  await refuseOnError(reachLastPage, ENCRYPTED).finally(() => loadingTask.destroy());
}
