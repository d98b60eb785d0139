import type { FileReader } from './file-reader.ts';
import { MAX_PDF_DICTIONARY, PDF_END_WITHIN } from './limits.ts';
import { pdfEncryptionOf } from './pdf-encryption.ts';
import { opensWithoutPassword } from './pdf-password.ts';
import { Refusal } from './refusal.ts';

const LINEARIZED = /\/Linearized\b[^>]{0,400}/u;
const WHOLE_LENGTH = /\/L[\0\s]+(\d{1,12})/u;

/** A PDF made for the web says its length; an end mark near its beginning says nothing (ISO 32000-1, annex F). */
async function refuseCutShort(reader: FileReader): Promise<void> {
  const head = (await reader.readUpTo(0, MAX_PDF_DICTIONARY)).toString('latin1');
  const length = WHOLE_LENGTH.exec(LINEARIZED.exec(head)?.[0] ?? '')?.[1];
  if (length !== undefined && Number(length) > reader.size)
    throw new Refusal('fileUnsafe', 'a PDF cut short');
}

async function refuseEndless(reader: FileReader): Promise<void> {
  const tail = await reader.readUpTo(Math.max(0, reader.size - PDF_END_WITHIN), PDF_END_WITHIN);
  if (!tail.includes('%%EOF') && !tail.includes('startxref'))
    throw new Refusal('fileUnsafe', 'a PDF without end');
}

/** Passes a PDF that is whole and opens without a password; one with an owner's password only does. */
export async function checkPdf(reader: FileReader): Promise<void> {
  await refuseEndless(reader);
  await refuseCutShort(reader);
  const encryption = await pdfEncryptionOf(reader);
  if (encryption !== undefined && !opensWithoutPassword(encryption.dictionary, encryption.id)) {
    throw new Refusal('filePassword', 'an encrypted PDF');
  }
}
