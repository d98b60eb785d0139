import { Readable } from 'node:stream';
import { RandomAccessReader } from 'yauzl';
import type { FileReader } from './file-reader.ts';
import { PAGE_BYTES } from './limits.ts';

type Callback = (error: Error | null) => void;

async function* pieces(reader: FileReader, start: number, end: number) {
  for (let at = start; at < end; at += PAGE_BYTES)
    yield await reader.read(at, Math.min(PAGE_BYTES, end - at));
}

/** Lets yauzl read through the bounded reader. `fault` rejects with what yauzl throws where nobody could catch it. */
export class ArchiveSource extends RandomAccessReader {
  readonly fault: Promise<never>;
  private readonly file: FileReader;
  private readonly fail: (error: unknown) => void;

  constructor(file: FileReader) {
    super();
    const { promise, reject } = Promise.withResolvers<never>();
    this.file = file;
    this.fault = promise;
    this.fail = reject;
    promise.catch(() => undefined);
  }

  override read(buffer: Buffer, offset: number, length: number, position: number, done: Callback): void {
    this.file
      .read(position, length)
      .then((bytes) => bytes.copy(buffer, offset))
      .then(() => done(null), done)
      .catch(this.fail);
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(pieces(this.file, start, end), { objectMode: false });
  }
}
