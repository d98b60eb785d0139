import { createHash } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { StoredUpload } from '../../files/file-store.ts';
import type { Store } from '../../store/index.ts';
import { knownExtension } from '../rules/file-types.ts';
import { MAX_FILE_BYTES } from '../rules/limits.ts';
import type { FileCode } from '../rules/problems.ts';
import type { Room } from './upload-room.ts';

/** A file that lies in a temporary place, measured and not yet judged. `name` is the cleaned one; `sha256` hexadecimal. */
export type Measured = { name: string; bytes: number; sha256: string; upload: StoredUpload };
/** A refused file has its `sha256` where the draft may hold the same one already. */
export type Received = Measured | { name: string; refused: FileCode; sha256?: string };

/**
 * Writes a file to disk as it comes in, never more of it than there is room for: the excess is read and dropped, so that the
 * files behind it arrive. Rejects, with nothing left behind, where the line is cut or, the whole file read, where
 * the disk failed (the error then has a `syscall`).
 */
export async function receiveFile(
  { uploads }: Pick<Store, 'uploads'>,
  name: string,
  stream: Readable,
  room: Room,
): Promise<Received> {
  if (!knownExtension(name)) {
    await drained(stream);
    return { name, refused: 'fileType' };
  }
  if (room.bytes <= 0) return { name, refused: room.refusal, sha256: (await pour(stream)).sha256 };
  const upload = await uploads
    .create()
    .catch((error: unknown) => drained(stream).then(() => Promise.reject(error)));
  const maxBytes = Math.min(MAX_FILE_BYTES, room.bytes);
  const { bytes, sha256 } = await pour(stream, upload.stream, maxBytes).catch(async (error: unknown) => {
    await uploads.discard(upload);
    throw error;
  });
  if (bytes > 0 && bytes <= maxBytes) return { name, bytes, sha256, upload };
  await uploads.discard(upload);
  if (bytes === 0) return { name, refused: 'fileEmpty' };
  return bytes > MAX_FILE_BYTES ? { name, refused: 'fileTooBig' } : { name, refused: room.refusal, sha256 };
}

/** Reads a stream to its end, even if it is not written any more: an unread body would block the whole request. */
export async function pour(
  from: AsyncIterable<Buffer>,
  to?: Writable,
  maxBytes = MAX_FILE_BYTES,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of from) {
    bytes += chunk.length;
    if (bytes <= MAX_FILE_BYTES) hash.update(chunk);
    if (to && bytes <= maxBytes && !to.errored && !to.write(chunk)) await writable(to);
  }
  if (to && bytes <= maxBytes) {
    to.end();
    await finished(to);
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Resolves when the stream takes more, or never will again. */
const writable = (stream: Writable): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      stream.off('drain', done).off('close', done);
      resolve();
    };
    if (stream.closed) return resolve();
    stream.once('drain', done).once('close', done);
  });

/** Reads and drops the rest of a stream. Rejects if it is cut. */
export const drained = (stream: Readable): Promise<void> => finished(stream.resume(), { writable: false });
