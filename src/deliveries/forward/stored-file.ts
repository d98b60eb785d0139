import { createHash } from 'node:crypto';
import type { FileRow } from '../../store/engine/tables.ts';

/** Opens a stored file by its name; rejects where it is missing. The store's uploads are one. */
export type Files = { open: (storedName: string) => Promise<AsyncIterable<Buffer>> };

type Stored = Pick<FileRow, 'storedName' | 'bytes' | 'sha256'>;

/** A stored file is missing or is not what was sent any more: an operator has to restore it. */
export class StoredFileFault extends Error {}

/** Larger pieces are cut: form-data-encoder would take other bytes of the buffer that they are part of. */
const MAX_PIECE_BYTES = 65_536;

/**
 * The bytes of a stored file. Its last piece comes when all is known to be as it was sent; throws a `StoredFileFault` before it
 * where it is not.
 */
export async function* readStored(
  files: Files,
  { storedName, bytes, sha256 }: Stored,
): AsyncGenerator<Uint8Array, void> {
  const fault = (said: string) => new StoredFileFault(`the stored file ${storedName} ${said}`);
  const hash = createHash('sha256');
  let read = 0;
  let held: Uint8Array | undefined;
  try {
    for await (const chunk of await files.open(storedName)) {
      for (const piece of piecesOf(chunk)) {
        if (held) yield held;
        hash.update(piece);
        read += piece.length;
        if (read > bytes) throw fault('is longer than it was');
        held = piece;
      }
    }
  } catch (error) {
    if (error instanceof StoredFileFault) throw error;
    const { code, name } = error as NodeJS.ErrnoException;
    throw fault(code === 'ENOENT' ? 'is missing' : `cannot be read (${code ?? name})`);
  }
  if (read < bytes) throw fault('is shorter than it was');
  if (hash.digest('hex') !== sha256) throw fault('has changed');
  if (held) yield held;
}

function* piecesOf(chunk: Buffer): Generator<Buffer> {
  for (let at = 0; at < chunk.length; at += MAX_PIECE_BYTES) yield chunk.subarray(at, at + MAX_PIECE_BYTES);
}
