import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import type { FileStore, TemporaryFile } from '../../files/file-store.ts';
import type { PieceRow } from '../../store/engine/tables.ts';
import { pour } from '../store-file.ts';

/** Temporary file with a hexadecimal `sha256`. */
export type Piece = { bytes: number; sha256: string; upload: TemporaryFile };

/** Writes a piece to disk, or its received part if the connection is lost. Rejects if the disk fails or the piece is too long. */
export const receivePiece = (uploads: FileStore, stream: Readable): Promise<Piece> =>
  pourInto(uploads, untilCut(stream));

/** Joins the stored pieces of a file and its last piece, which is still a temporary file. */
export const compose = (uploads: FileStore, pieces: readonly PieceRow[], last: Piece): Promise<Piece> =>
  pourInto(uploads, inOrder(uploads, pieces, last));

async function pourInto(uploads: FileStore, from: AsyncIterable<Buffer>): Promise<Piece> {
  const upload = await uploads.create();
  try {
    return { ...(await pour(from, upload.stream)), upload };
  } catch (error) {
    await uploads.discard(upload);
    throw error;
  }
}

/** Yields bytes until the connection is lost. Only protocol errors, which have a status, are rethrown. */
async function* untilCut(stream: Readable): AsyncGenerator<Buffer> {
  try {
    yield* stream;
  } catch (error) {
    if (typeof (error as { status_code?: unknown }).status_code === 'number') throw error;
  }
}

async function* inOrder(
  uploads: FileStore,
  pieces: readonly PieceRow[],
  last: Piece,
): AsyncGenerator<Buffer> {
  for (const { storedName } of pieces) yield* await uploads.open(storedName);
  yield* createReadStream(last.upload.path);
}
