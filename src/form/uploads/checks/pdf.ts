import { Refusal, refusing } from './refusal.ts';

/** How far from its beginning a PDF made for the web says its length, in bytes (ISO 32000-1, annex F.3.3). */
const LENGTH_WITHIN = 4 * 1024;
/** How far from its end a PDF's `%%EOF` may stand, in bytes: mail gateways and scanners append to files. */
export const PDF_END_WITHIN = 64 * 1024;

/** What the library says of a password, and of an encryption that it has no key for, such as one by certificates. */
const LOCKED = /^PasswordException|encrypt/iu;

const LINEARIZED = /\/Linearized\b[^>]{0,400}/u;
const WHOLE_LENGTH = /\/L[\0\s]+(\d{1,12})/u;

/** The library makes do with what there is of a cut PDF. It has no end mark, or one made for the web is shorter than it says. */
function refuseCutShort(content: Buffer): void {
  const head = content.toString('latin1', 0, LENGTH_WITHIN);
  const length = WHOLE_LENGTH.exec(LINEARIZED.exec(head)?.[0] ?? '')?.[1];
  if (Number(length ?? 0) > content.length) throw new Refusal('fileUnsafe', 'a PDF cut short');
  const tail = content.subarray(Math.max(0, content.length - PDF_END_WITHIN));
  if (!tail.includes('%%EOF') && !tail.includes('startxref'))
    throw new Refusal('fileUnsafe', 'a PDF without end');
}

/** The library's smaller text: a checker has its first PDF read in four fifths of the time, and takes 4 MB less. */
async function library() {
  const pdfjs = await import('pdfjs-dist/legacy/build/pdf.min.mjs');
  // It finds this one beside itself; by its own choice it takes the larger text.
  pdfjs.GlobalWorkerOptions.workerSrc = './pdf.worker.min.mjs';
  return pdfjs;
}

/** Passes a PDF whose last page can be reached without a password, whatever it lets its reader do. */
export async function checkPdf(content: Buffer): Promise<void> {
  refuseCutShort(content);
  const { getDocument, VerbosityLevel } = await library();
  const opening = getDocument({
    // The library keeps these bytes themselves: a copy of each file would double what a checker takes.
    data: new Uint8Array(content.buffer, content.byteOffset, content.byteLength),
    verbosity: VerbosityLevel.ERRORS,
    disableFontFace: true,
    useSystemFonts: false,
    useWasm: false,
  });
  const reachLastPage = async () => {
    const pdf = await opening.promise;
    await pdf.getPage(pdf.numPages);
  };
  await refusing(reachLastPage, LOCKED).finally(() => opening.destroy());
}
