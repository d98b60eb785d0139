import { createHash } from 'node:crypto';
import { type FileLike, FormDataEncoder, type FormDataLike } from 'form-data-encoder';
import { newFileName } from '../../lib/identifiers.ts';
import type { SentApplication } from '../../store/applications/applications.ts';
import type { FileRow } from '../../store/engine/tables.ts';

/** The part of the file store that reads: rejects with the code ENOENT if the file is missing. */
export type Files = { open: (storedName: string) => Promise<AsyncIterable<Buffer>> };

type Part = Pick<FileLike, 'name' | 'type' | 'size' | 'stream'>;

const LINE_END = '\r\n';

/** form-data-encoder encodes wrong bytes of a larger chunk that is a view of another buffer. */
const MAX_CHUNK_BYTES = 65_536;

/**
 * Encodes an application as multipart/form-data: the part `application` with `record` (JSON), then one part `file` per file, streamed
 * from the store. Infected files have no part. `bytes` is the total length.
 */
export function multipartOf({ files }: Pick<SentApplication, 'files'>, record: string, uploads: Files) {
  const sent = files.filter(({ scan }) => scan !== 'infected');
  const parts = sent.map((file): [string, FileLike] => {
    const { name, type, bytes: size } = file;
    return ['file', fileLike({ name, type, size, stream: () => readVerified(uploads, file) })];
  });
  // Unpredictable: file content must not be able to contain the boundary.
  const encoder = new FormDataEncoder(formOf(parts), `plinth-${newFileName()}`);
  const first = recordPart(record, encoder.boundary);
  const bytes = first.length + Number(encoder.contentLength);
  return {
    bytes,
    headers: { 'content-type': encoder.contentType, 'content-length': `${bytes}` },
    async *chunks(): AsyncGenerator<Uint8Array, void> {
      yield first;
      yield* encoder.encode();
    },
  };
}

/** Written by hand: the encoder sets a content type only on files, and a file would not be among the receiver's form fields. */
const recordPart = (record: string, boundary: string): Buffer =>
  Buffer.from(
    [
      `--${boundary}`,
      'Content-Disposition: form-data; name="application"',
      'Content-Type: application/json',
      '',
      record,
      '',
    ].join(LINE_END),
  );

const fileLike = (part: Part): FileLike => ({ ...part, lastModified: 0, [Symbol.toStringTag]: 'File' });

/** Implements the interface that the encoder reads: Node's `FormData` cannot hold streams. */
function formOf(parts: [string, FileLike][]): FormDataLike {
  return {
    [Symbol.toStringTag]: 'FormData',
    append: (name: string, value: unknown) => void parts.push([name, value as FileLike]),
    getAll: (name) => parts.filter(([one]) => one === name).map(([, file]) => file),
    entries: () => parts.values(),
    [Symbol.iterator]: () => parts.values(),
  };
}

/** A stored file is missing or damaged: an operator has to restore it. */
export class StoredFileError extends Error {}

/** Streams a stored file. Holds the last chunk back until length and hash match; otherwise throws a `StoredFileError`. */
async function* readVerified(
  files: Files,
  { storedName, bytes, sha256 }: Pick<FileRow, 'storedName' | 'bytes' | 'sha256'>,
): AsyncGenerator<Uint8Array, void> {
  const failure = (problem: string) => new StoredFileError(`the stored file ${storedName} ${problem}`);
  const hash = createHash('sha256');
  let bytesRead = 0;
  let heldBack: Uint8Array | undefined;
  try {
    for await (const buffer of await files.open(storedName)) {
      for (const chunk of chunksOf(buffer)) {
        if (heldBack) yield heldBack;
        hash.update(chunk);
        bytesRead += chunk.length;
        if (bytesRead > bytes) throw failure('is too long');
        heldBack = chunk;
      }
    }
  } catch (error) {
    if (error instanceof StoredFileError) throw error;
    const { code, name } = error as NodeJS.ErrnoException;
    throw failure(code === 'ENOENT' ? 'is missing' : `cannot be read (${code ?? name})`);
  }
  if (bytesRead < bytes) throw failure('is too short');
  if (hash.digest('hex') !== sha256) throw failure('has changed');
  if (heldBack) yield heldBack;
}

function* chunksOf(buffer: Buffer): Generator<Buffer> {
  for (let at = 0; at < buffer.length; at += MAX_CHUNK_BYTES) yield buffer.subarray(at, at + MAX_CHUNK_BYTES);
}
