import { readFile } from 'node:fs/promises';
import { type Extension, fileTypes, knownExtension } from '../../rules/file-types.ts';
import type { FileRefusal } from '../../rules/problems.ts';
import { checkOle, refuseCompoundFile } from './ole.ts';
import { checkOoxml } from './ooxml.ts';
import { checkPdf } from './pdf.ts';
import { checkPicture } from './picture.ts';
import { Refusal } from './refusal.ts';
import { type Container, containerOf } from './signature.ts';

/** `type` is the registered MIME type of the name's extension, which the content bears out. */
export type FileCheck = { ok: true; type: string } | ({ ok: false } & FileRefusal);

/** The stored file at `path`, sent as `name` and `bytes` long. */
export type CheckTask = { path: string; name: string; bytes: number };

type Rule = { container: Container; look: (content: Buffer) => Promise<void> };

const rules: Readonly<Record<Extension, Rule>> = {
  pdf: { container: 'pdf', look: checkPdf },
  doc: { container: 'cfb', look: (content) => checkOle(content, 'doc') },
  docx: { container: 'zip', look: (content) => checkOoxml(content, 'docx') },
  xls: { container: 'cfb', look: (content) => checkOle(content, 'xls') },
  xlsx: { container: 'zip', look: (content) => checkOoxml(content, 'xlsx') },
  ppt: { container: 'cfb', look: (content) => checkOle(content, 'ppt') },
  pptx: { container: 'zip', look: (content) => checkOoxml(content, 'pptx') },
  jpg: { container: 'jpeg', look: (content) => checkPicture(content, 'jpeg') },
  jpeg: { container: 'jpeg', look: (content) => checkPicture(content, 'jpeg') },
  png: { container: 'png', look: (content) => checkPicture(content, 'png') },
  gif: { container: 'gif', look: (content) => checkPicture(content, 'gif') },
};

async function look(content: Buffer, rule: Rule): Promise<void> {
  const container = await containerOf(content);
  if (container === rule.container) return rule.look(content);
  if (container === 'cfb' && rule.container === 'zip') return refuseCompoundFile(content);
  throw new Refusal('fileDisguised', `a ${container} by the name of a ${rule.container}`);
}

/**
 * Tells whether a stored file is what its extension says and can be opened by its reader. `fileType`: an
 * extension that is not taken; `fileDisguised`: other content than the extension says;
 * `filePassword`: cannot be opened without one; `fileMacros`: holds programs; `fileUnsafe`: damaged, cut short, or built
 * to overwhelm what opens it; `pictureTooLarge`: more than `MAX_MEGAPIXELS`. Libraries look into the file: it may take any time and memory, so only a checker's process
 * runs this. Rejects for a failure of disk or system (the error has a `syscall`), never for what the file holds.
 */
export async function checkFile({ path, name, bytes }: CheckTask): Promise<FileCheck> {
  const extension = knownExtension(name);
  if (extension === undefined) return { ok: false, code: 'fileType' };
  try {
    const content = await readFile(path);
    if (content.length !== bytes) throw new Refusal('fileUnsafe', `${content.length} bytes of ${bytes}`);
    await look(content, rules[extension]);
    return { ok: true, type: fileTypes[extension].mimes[0] };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, ...error.refusal };
    throw error;
  }
}
