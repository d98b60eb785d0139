import type { Writable } from 'node:stream';

/** Takes what a person is told, a line at a time. */
export type Tell = (message: string) => void;

/** Writes text piece by piece, as fast as it is taken. Rejects where it cannot be written. */
export async function print(pieces: AsyncIterable<string> | Iterable<string>, out: Writable): Promise<void> {
  for await (const piece of pieces) await write(piece, out);
}

const write = (piece: string, out: Writable): Promise<void> =>
  new Promise((resolve, reject) => {
    out.write(piece, (error) => (error ? reject(error) : resolve()));
  });
