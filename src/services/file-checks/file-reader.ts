import { type FileHandle, open } from 'node:fs/promises';
import { KEPT_PAGES, MAX_READ_BYTES, PAGE_BYTES } from './limits.ts';
import { Refusal } from './refusal.ts';

/**
 * Reads parts of one file, within bounds: never past its size, never more than `MAX_READ_BYTES` in all, nothing once
 * the signal has fired. A few pages are kept, so that stepping through a file costs few system calls.
 */
export class FileReader {
  readonly size: number;
  private readonly handle: FileHandle;
  private readonly signal: AbortSignal;
  private readonly pages = new Map<number, Buffer>();
  private bytesRead = 0;

  constructor(handle: FileHandle, size: number, signal: AbortSignal) {
    this.handle = handle;
    this.size = size;
    this.signal = signal;
  }

  /** Exactly `length` bytes from `offset`, not to be written to; a refusal where the file has no such part. */
  async read(offset: number, length: number): Promise<Buffer> {
    const end = offset + length;
    if (!(offset >= 0 && length >= 0 && end <= this.size)) {
      throw new Refusal('fileUnsafe', `wants bytes ${offset} to ${end} of ${this.size}`);
    }
    const parts: Buffer[] = [];
    for (let at = offset; at < end; at = nextPage(at)) {
      const start = at % PAGE_BYTES;
      parts.push((await this.pageAt(at - start)).subarray(start, start + end - at));
    }
    const [only] = parts;
    return only !== undefined && parts.length === 1 ? only : Buffer.concat(parts);
  }

  /** The part from `offset` that lies inside the file, at most `length` bytes. */
  async readUpTo(offset: number, length: number): Promise<Buffer> {
    return this.read(offset, Math.max(0, Math.min(length, this.size - offset)));
  }

  private async pageAt(start: number): Promise<Buffer> {
    const page = this.pages.get(start) ?? (await this.load(start, Math.min(PAGE_BYTES, this.size - start)));
    this.pages.delete(start);
    this.pages.set(start, page);
    const [oldest] = this.pages.keys();
    if (oldest !== undefined && this.pages.size > KEPT_PAGES) this.pages.delete(oldest);
    return page;
  }

  private async load(offset: number, length: number): Promise<Buffer> {
    this.bytesRead += length;
    if (this.signal.aborted) throw new Refusal('fileUnsafe', 'the check took too long');
    if (this.bytesRead > MAX_READ_BYTES) throw new Refusal('fileUnsafe', 'the check read too much');
    const { bytesRead, buffer } = await this.handle.read(Buffer.alloc(length), 0, length, offset);
    if (bytesRead < length) throw new Refusal('fileUnsafe', `the file ends at ${offset + bytesRead}`);
    return buffer;
  }
}

const nextPage = (offset: number) => offset - (offset % PAGE_BYTES) + PAGE_BYTES;

/** Runs `work` on the file at `path` of `size` bytes; the file is closed when `work` has ended. */
export async function withFile<T>(
  path: string,
  size: number,
  signal: AbortSignal,
  work: (reader: FileReader) => Promise<T>,
): Promise<T> {
  const handle = await open(path, 'r');
  try {
    return await work(new FileReader(handle, size, signal));
  } finally {
    await handle.close();
  }
}
