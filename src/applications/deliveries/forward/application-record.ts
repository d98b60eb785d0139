import { formatIsoTime } from '../../../content/time.ts';
import { errorCodeOf, hashContent } from '../../../lib/files.ts';
import { newFileName } from '../../../lib/identifiers.ts';
import type { SentApplication } from '../../store/applications/applications.ts';
import type { FileRow } from '../../store/engine/tables.ts';

/** Returns the record for exports and forwards, in a stable key order. `paths` maps file ids to the paths of exported copies. */
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

/** Describes a file that is missing or damaged, which an operator has to restore. Returns undefined if all are intact. */
export async function findDamage(
  files: readonly FileRow[],
  fileStore: ReadableFiles,
): Promise<string | undefined> {
  for (const { storedName, sha256 } of files) {
    try {
      const found = await hashContent(await fileStore.open(storedName));
      if (found.sha256 !== sha256) return `the stored file ${storedName} has changed`;
    } catch (error) {
      return `the stored file ${storedName} cannot be read (${errorCodeOf(error) ?? (error as Error).name})`;
    }
  }
  return undefined;
}

const LINE_END = '\r\n';
/** Splits the single buffer of a bucket file, because progress is only noticed between chunks. */
const BODY_CHUNK_BYTES = 65_536;

/** Encodes the parts `application` and `file`. `FormData` would hold all bucket files in memory. */
export function encodeMultipart(files: readonly FileRow[], record: string, fileStore: ReadableFiles) {
  // The boundary is unpredictable, so that no file can contain it.
  const boundary = `plinth-${newFileName()}`;
  const head = (disposition: string, type: string): string =>
    `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: ${type}\r\n\r\n`;
  const parts: (Buffer | FileRow)[] = [Buffer.from(head('name="application"', 'application/json') + record)];
  for (const file of files) {
    const disposition = `name="file"; filename="${escapeFileName(file.name)}"`;
    parts.push(Buffer.from(LINE_END + head(disposition, file.type)), file);
  }
  parts.push(Buffer.from(`${LINE_END}--${boundary}--${LINE_END}`));
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    bytes: parts.reduce((sum, part) => sum + ('bytes' in part ? part.bytes : part.length), 0),
    async *chunks(): AsyncGenerator<Uint8Array, void> {
      for (const part of parts)
        for await (const chunk of 'bytes' in part ? await fileStore.open(part.storedName) : [part])
          for (let at = 0; at < chunk.length; at += BODY_CHUNK_BYTES)
            yield chunk.subarray(at, at + BODY_CHUNK_BYTES);
    },
  };
}

/** Escapes a file name as browsers do (https://html.spec.whatwg.org/#multipart-form-data). */
const escapeFileName = (name: string): string =>
  name.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22');
