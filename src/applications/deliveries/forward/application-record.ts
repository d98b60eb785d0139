import { createHash } from 'node:crypto';
import { formatIsoTime } from '../../../content/time.ts';
import { newFileName } from '../../../lib/identifiers.ts';
import type { SentApplication } from '../../store/applications/applications.ts';
import type { FileRow } from '../../store/engine/tables.ts';

/**
 * Returns the JSON record of an application for exports and forwards, with a stable key order. `paths` maps file ids to the paths
 * of exported copies, relative to the `--files` folder.
 */
export const toApplicationRecord = (
  { reference, language, submittedAt, privacyNotice, fields, files }: SentApplication,
  paths?: Map<string, string>,
) => ({
  reference,
  language,
  submittedAt: formatIsoTime(submittedAt),
  ...fields,
  privacyNotice,
  files: files.map(({ id, name, type, bytes, sha256, scan }) => {
    return { name, type, bytes, sha256, scan, path: paths?.get(id) };
  }),
});

export type ApplicationRecord = ReturnType<typeof toApplicationRecord>;
export type FileRecord = ApplicationRecord['files'][number];

/** Read access to the file store. `open` rejects with the code ENOENT if the file is missing. */
export type ReadableFiles = { open: (storedName: string) => Promise<AsyncIterable<Buffer>> };

const LINE_END = '\r\n';
/** Size of the chunks of a body. Splits the single buffer of a bucket file, because progress is only noticed between chunks. */
const CHUNK_BYTES = 65_536;

/**
 * Encodes an application as multipart/form-data: the part `application` with `record` (JSON), then one part `file` per file,
 * streamed from the store. Omits infected files. `FormData` cannot set the content type of a part that is not a file, and would
 * hold all files of a bucket in memory.
 */
export function encodeMultipart(
  { files }: Pick<SentApplication, 'files'>,
  record: string,
  uploads: ReadableFiles,
) {
  // The boundary is unpredictable, so that no file can contain it.
  const boundary = `plinth-${newFileName()}`;
  const head = (disposition: string, type: string): string =>
    `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: ${type}\r\n\r\n`;
  const first = Buffer.from(head('name="application"', 'application/json') + record + LINE_END);
  const parts = files
    .filter(({ scan }) => scan !== 'infected')
    .map((file) => ({
      file,
      head: Buffer.from(head(`name="file"; filename="${escapeFileName(file.name)}"`, file.type)),
    }));
  const last = Buffer.from(`--${boundary}--${LINE_END}`);
  const bytes = parts.reduce(
    (sum, part) => sum + part.head.length + part.file.bytes + LINE_END.length,
    first.length + last.length,
  );
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, 'content-length': `${bytes}` },
    async *pieces(): AsyncGenerator<Uint8Array, void> {
      yield first;
      for (const part of parts) {
        yield part.head;
        for await (const chunk of readVerified(uploads, part.file))
          for (let at = 0; at < chunk.length; at += CHUNK_BYTES) yield chunk.subarray(at, at + CHUNK_BYTES);
        yield Buffer.from(LINE_END);
      }
      yield last;
    },
  };
}

/** Escapes a file name as browsers do (https://html.spec.whatwg.org/#multipart-form-data). */
const escapeFileName = (name: string): string =>
  name.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22');

/** Error for a missing or damaged stored file, which an operator has to restore. */
export class StoredFileError extends Error {}

/** Streams a stored file. Holds back the last chunk until length and hash match. Throws a `StoredFileError` if they do not. */
async function* readVerified(
  files: ReadableFiles,
  { storedName, bytes, sha256 }: Pick<FileRow, 'storedName' | 'bytes' | 'sha256'>,
): AsyncGenerator<Uint8Array, void> {
  const failure = (problem: string) => new StoredFileError(`the stored file ${storedName} ${problem}`);
  const hash = createHash('sha256');
  let bytesRead = 0;
  let heldBack: Uint8Array | undefined;
  try {
    for await (const chunk of await files.open(storedName)) {
      if (heldBack) yield heldBack;
      hash.update(chunk);
      bytesRead += chunk.length;
      if (bytesRead > bytes) throw failure('has changed');
      heldBack = chunk;
    }
  } catch (error) {
    if (error instanceof StoredFileError) throw error;
    const { code, name } = error as NodeJS.ErrnoException;
    throw failure(code === 'ENOENT' ? 'is missing' : `cannot be read (${code ?? name})`);
  }
  if (bytesRead < bytes || hash.digest('hex') !== sha256) throw failure('has changed');
  if (heldBack) yield heldBack;
}
