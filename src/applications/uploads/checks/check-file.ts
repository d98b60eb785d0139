import { readFile } from 'node:fs/promises';
import { fileTypeFromBuffer } from 'file-type';
import { type Extension, fileTypes, knownExtension } from '../../rules/file-types.ts';
import type { FileRefusal } from '../../rules/problems.ts';
import { RefusedFileError } from '../../rules/problems.ts';
import { type Budget, createBudget, maxUnpackedBytes } from './budget.ts';
import { beginsWith } from './bytes.ts';
import { ZIP_SIGNATURE } from './macros.ts';
import { checkOle, checkOoxml, refuseCompoundFile } from './office.ts';
import { checkPdf } from './pdf.ts';
import { checkPicture } from './picture.ts';

/** `type` is the MIME type of the file name's extension, which the content matches. */
export type FileCheck = { ok: true; type: string } | ({ ok: false } & FileRefusal);

export type CheckTask = { path: string; name: string; bytes: number };

/** Number of leading bytes that are searched for a signature. */
const HEAD_BYTES = 64 * 1024;
/** Maximum offset of a PDF's header, which may follow other bytes (ISO 32000-1, annex H.3.4.1). */
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

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** Recognises files that file-type does not: a PDF that follows other bytes, and a PNG with long metadata. */
function containerByHand(head: Buffer): Container {
  if (beginsWith(head, PNG)) return 'png';
  return head.subarray(0, PDF_HEADER_WITHIN).includes('%PDF-') ? 'pdf' : 'other';
}

/** Detects the container format from a file's first bytes. Skips file-type for archives, because it would unpack them unsafely. */
async function containerOf(content: Buffer): Promise<Container> {
  const head = content.subarray(0, HEAD_BYTES);
  if (beginsWith(head, ZIP_SIGNATURE)) return 'zip';
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  return found === undefined ? containerByHand(head) : (containerOfType[found.mime] ?? 'other');
}

type Rule = { container: Container; inspect: (content: Buffer, budget: Budget) => Promise<void> };

const rules: Readonly<Record<Extension, Rule>> = {
  pdf: { container: 'pdf', inspect: checkPdf },
  doc: { container: 'cfb', inspect: (content, budget) => checkOle(content, 'doc', budget) },
  docx: { container: 'zip', inspect: (content, budget) => checkOoxml(content, 'docx', budget) },
  xls: { container: 'cfb', inspect: (content, budget) => checkOle(content, 'xls', budget) },
  xlsx: { container: 'zip', inspect: (content, budget) => checkOoxml(content, 'xlsx', budget) },
  ppt: { container: 'cfb', inspect: (content, budget) => checkOle(content, 'ppt', budget) },
  pptx: { container: 'zip', inspect: (content, budget) => checkOoxml(content, 'pptx', budget) },
  jpg: { container: 'jpeg', inspect: (content) => checkPicture(content, 'jpeg') },
  jpeg: { container: 'jpeg', inspect: (content) => checkPicture(content, 'jpeg') },
  png: { container: 'png', inspect: (content) => checkPicture(content, 'png') },
  gif: { container: 'gif', inspect: (content) => checkPicture(content, 'gif') },
};

async function inspect(content: Buffer, rule: Rule): Promise<void> {
  const container = await containerOf(content);
  if (container === rule.container)
    return rule.inspect(content, createBudget(maxUnpackedBytes(content.length)));
  if (container === 'cfb' && rule.container === 'zip') return refuseCompoundFile(content);
  throw new RefusedFileError('fileDisguised');
}

/**
 * Checks that a stored file matches its extension and can be opened. Only a checker process runs this, because time and memory are
 * unbounded. Rejects if the file cannot be read.
 */
export async function checkFile({ path, name, bytes }: CheckTask): Promise<FileCheck> {
  try {
    const extension = knownExtension(name);
    if (extension === undefined) throw new RefusedFileError('fileType');
    const content = await readFile(path);
    if (content.length !== bytes) throw new RefusedFileError('fileUnsafe');
    await inspect(content, rules[extension]);
    return { ok: true, type: fileTypes[extension] };
  } catch (error) {
    if (error instanceof RefusedFileError) return { ok: false, ...error.refusal };
    throw error;
  }
}
