import type { FileReader } from './file-reader.ts';
import { PAGE_BYTES } from './limits.ts';

/** The parts of a file in order, from `start`, each beginning with the last `overlap` bytes of the one before. */
export async function* pagesOf(reader: FileReader, start: number, overlap: number) {
  for (let offset = start; offset < reader.size; offset += PAGE_BYTES - overlap) {
    yield { offset, bytes: await reader.readUpTo(offset, PAGE_BYTES) };
    if (offset + PAGE_BYTES >= reader.size) return;
  }
}

/** Where `needle` stands first at or behind `start`; -1 where it does not. */
export async function indexIn(reader: FileReader, needle: Buffer, start: number): Promise<number> {
  for await (const { offset, bytes } of pagesOf(reader, start, needle.length - 1)) {
    const found = bytes.indexOf(needle);
    if (found !== -1) return offset + found;
  }
  return -1;
}
