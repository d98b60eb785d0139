import { PDF_END_WITHIN } from './limits.ts';
import { Refusal } from './refusal.ts';

/** What the library says of an encryption that it has no key for, such as one by certificates. */
const UNKNOWN_ENCRYPTION = /encrypt/iu;

/** A cut PDF is one to the library as far as it goes; it has no end mark. */
function refuseEndless(content: Buffer): void {
  const tail = content.subarray(Math.max(0, content.length - PDF_END_WITHIN));
  if (!tail.includes('%%EOF') && !tail.includes('startxref'))
    throw new Refusal('fileUnsafe', 'a PDF without end');
}

function asRefusal(error: unknown): Refusal {
  const { name, message } = error as Error;
  const isLocked = name === 'PasswordException' || UNKNOWN_ENCRYPTION.test(message);
  return new Refusal(isLocked ? 'filePassword' : 'fileUnsafe', `${name}: ${message}`);
}

/** Passes a PDF whose last page can be reached without a password, whatever it lets its reader do. */
export async function checkPdf(content: Buffer): Promise<void> {
  refuseEndless(content);
  const { getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const opening = getDocument({
    data: new Uint8Array(content),
    verbosity: VerbosityLevel.ERRORS,
    disableFontFace: true,
    useSystemFonts: false,
    useWasm: false,
  });
  try {
    const pdf = await opening.promise;
    await pdf.getPage(pdf.numPages);
  } catch (error) {
    throw asRefusal(error);
  } finally {
    await opening.destroy();
  }
}
