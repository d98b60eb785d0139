import { type Extension, fileTypes, knownExtension } from '../../application/file-types.ts';
import { type FileReader, withFile } from './file-reader.ts';
import { MAX_CHECK_MS } from './limits.ts';
import { checkOle, refuseCompoundFile } from './ole.ts';
import { checkOoxml } from './ooxml.ts';
import { checkPdf } from './pdf.ts';
import { checkPicture } from './picture.ts';
import { Refusal, type RefusalCode } from './refusal.ts';
import { type Container, containerOf } from './signature.ts';

/** `type` is the registered MIME type of the name's extension, which the content bears out. */
export type FileCheck = { ok: true; type: string } | { ok: false; code: RefusalCode };

type Rule = { container: Container; look: (reader: FileReader, path: string) => Promise<void> };

const ole = (format: 'doc' | 'xls' | 'ppt'): Rule => ({
  container: 'cfb',
  look: (reader) => checkOle(reader, format),
});
const ooxml = (format: 'docx' | 'xlsx' | 'pptx'): Rule => ({
  container: 'zip',
  look: (reader) => checkOoxml(reader, format),
});
const picture = (container: 'jpeg' | 'png' | 'gif'): Rule => ({
  container,
  look: (reader, path) => checkPicture(reader, path, container),
});

const rules: Readonly<Record<Extension, Rule>> = {
  pdf: { container: 'pdf', look: checkPdf },
  doc: ole('doc'),
  docx: ooxml('docx'),
  xls: ole('xls'),
  xlsx: ooxml('xlsx'),
  ppt: ole('ppt'),
  pptx: ooxml('pptx'),
  jpg: picture('jpeg'),
  jpeg: picture('jpeg'),
  png: picture('png'),
  gif: picture('gif'),
};

async function look(reader: FileReader, path: string, rule: Rule): Promise<void> {
  const container = await containerOf(reader);
  if (container === rule.container) return rule.look(reader, path);
  if (container === 'cfb' && rule.container === 'zip') return refuseCompoundFile(reader);
  throw new Refusal('fileDisguised', `a ${container} by the name of a ${rule.container}`);
}

/** Gives up on a file that takes too long. What still runs then ends at its next read. */
async function lookInTime(path: string, bytes: number, rule: Rule): Promise<void> {
  const abort = new AbortController();
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    abort.abort();
    reject(new Refusal('fileUnsafe', 'the check took too long'));
  }, MAX_CHECK_MS);
  try {
    await Promise.race([withFile(path, bytes, abort.signal, (reader) => look(reader, path, rule)), late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Tells whether the stored file at `path`, sent as `name` and `bytes` long, is what its extension says and can be
 * opened by whoever receives it. `fileType`: an extension that is not taken; `fileEmpty`: no bytes; `fileDisguised`:
 * other content than the extension says; `filePassword`: cannot be opened without one; `fileUnsafe`: damaged, cut
 * short, or built to overwhelm what opens it. Never unpacks or decodes a file, never holds more than a few megabytes
 * of it. Rejects only for a fault of disk or system (the error has a `syscall`), never for what the file holds.
 */
export async function checkFile(path: string, name: string, bytes: number): Promise<FileCheck> {
  const extension = knownExtension(name);
  if (extension === undefined) return { ok: false, code: 'fileType' };
  if (bytes === 0) return { ok: false, code: 'fileEmpty' };
  try {
    await lookInTime(path, bytes, rules[extension]);
    return { ok: true, type: fileTypes[extension].mimes[0] };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, code: error.code };
    throw error;
  }
}
