import { readFile } from 'node:fs/promises';
import { type Extension, fileTypes } from '../../rules/file-types.ts';
import type { FileRefusal } from '../../rules/problems.ts';
import { RefusedFileError } from '../../rules/problems.ts';
import { type Budget, createBudget, maxUnpackedBytes } from './budget.ts';
import { beginsWith } from './bytes.ts';
import { detectFormat } from './detect-format.ts';
import { CFB_SIGNATURE, ZIP_SIGNATURE } from './macros.ts';
import { checkOle, checkOoxml } from './office.ts';
import { checkPdf } from './pdf.ts';
import { checkPicture, isPictureFormat } from './picture.ts';

/** `type` is the MIME type of the content, whatever the file's name. */
export type FileCheck = { ok: true; type: string } | ({ ok: false } & FileRefusal);

export type CheckTask = { path: string; bytes: number };

/** Returns the format of the content: an accepted extension, or another format in upper case. Refuses unsafe content. */
async function inspect(content: Buffer, budget: Budget): Promise<string | undefined> {
  if (beginsWith(content, ZIP_SIGNATURE)) return checkOoxml(content, budget);
  if (beginsWith(content, CFB_SIGNATURE)) return checkOle(content, budget);
  const format = await detectFormat(content);
  if (format === 'pdf') await checkPdf(content);
  if (isPictureFormat(format)) await checkPicture(content, format);
  return format;
}

/**
 * Checks that the content of a stored file is of an accepted type and can be opened. Only a checker process runs this, because time
 * and memory are unbounded. Rejects if the file cannot be read.
 */
export async function checkFile({ path, bytes }: CheckTask): Promise<FileCheck> {
  try {
    const content = await readFile(path);
    if (content.length !== bytes) throw new RefusedFileError('fileUnsafe');
    const format = await inspect(content, createBudget(maxUnpackedBytes(bytes)));
    const type = fileTypes[format as Extension];
    return type ? { ok: true, type } : { ok: false, code: format ? 'fileType' : 'fileDisguised', format };
  } catch (error) {
    if (error instanceof RefusedFileError) return { ok: false, ...error.refusal };
    throw error;
  }
}
