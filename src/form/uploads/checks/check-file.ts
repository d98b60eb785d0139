import { readFile } from 'node:fs/promises';
import { type Extension, fileTypes, knownExtension } from '../../rules/file-types.ts';
import type { FileRefusal } from '../../rules/problems.ts';
import { checkOle, refuseCompoundFile } from './ole.ts';
import { checkOoxml } from './ooxml.ts';
import { checkPdf } from './pdf.ts';
import { checkPicture } from './picture.ts';
import { Refusal } from './refusal.ts';
import { type Container, containerOf } from './signature.ts';

/** `type`: MIME type of the file name's extension, which the content matches. */
export type FileCheck = { ok: true; type: string } | ({ ok: false } & FileRefusal);

export type CheckTask = { path: string; name: string; bytes: number };

type Rule = { container: Container; inspect: (content: Buffer) => Promise<void> };

const rules: Readonly<Record<Extension, Rule>> = {
  pdf: { container: 'pdf', inspect: checkPdf },
  doc: { container: 'cfb', inspect: (content) => checkOle(content, 'doc') },
  docx: { container: 'zip', inspect: (content) => checkOoxml(content, 'docx') },
  xls: { container: 'cfb', inspect: (content) => checkOle(content, 'xls') },
  xlsx: { container: 'zip', inspect: (content) => checkOoxml(content, 'xlsx') },
  ppt: { container: 'cfb', inspect: (content) => checkOle(content, 'ppt') },
  pptx: { container: 'zip', inspect: (content) => checkOoxml(content, 'pptx') },
  jpg: { container: 'jpeg', inspect: (content) => checkPicture(content, 'jpeg') },
  jpeg: { container: 'jpeg', inspect: (content) => checkPicture(content, 'jpeg') },
  png: { container: 'png', inspect: (content) => checkPicture(content, 'png') },
  gif: { container: 'gif', inspect: (content) => checkPicture(content, 'gif') },
};

async function inspect(content: Buffer, rule: Rule): Promise<void> {
  const container = await containerOf(content);
  if (container === rule.container) return rule.inspect(content);
  if (container === 'cfb' && rule.container === 'zip') return refuseCompoundFile(content);
  throw new Refusal('fileDisguised', `a ${container} with the extension of a ${rule.container}`);
}

/**
 * Checks that a stored file matches its extension and can be opened. `fileType`: unknown extension; `fileDisguised`: other content;
 * `filePassword`: needs a password; `fileMacros`: contains macros; `fileUnsafe`: damaged, cut, or a bomb; `pictureTooLarge`,
 * `pictureInterlaced`: too many pixels. Time and memory are unbounded, so that only a checker process runs this. Rejects only if disk or system fail (the error has
 * a `syscall`).
 */
export async function checkFile({ path, name, bytes }: CheckTask): Promise<FileCheck> {
  const extension = knownExtension(name);
  if (extension === undefined) return { ok: false, code: 'fileType' };
  try {
    const content = await readFile(path);
    if (content.length !== bytes) throw new Refusal('fileUnsafe', `${content.length} bytes of ${bytes}`);
    await inspect(content, rules[extension]);
    return { ok: true, type: fileTypes[extension] };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, ...error.refusal };
    throw error;
  }
}
