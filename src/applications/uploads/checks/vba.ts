import type { Budget } from './budget.ts';

/** `offset`: start of the source, which follows the compiled code. */
type Module = { name: string; offset: number };

const CHUNK_BYTES = 4096;
const CHUNK_HEADER_BYTES = 2;

/** Decompresses a chunk of literals and of copies of earlier bytes ([MS-OVBA] 2.4.1.3.2). */
function decompressChunk(bytes: Buffer): Buffer {
  const chunk = Buffer.alloc(CHUNK_BYTES);
  let length = 0;
  for (let at = 0; at < bytes.length; ) {
    const flags = bytes.readUInt8(at);
    at += 1;
    for (let bit = 0; bit < 8 && at < bytes.length && length < CHUNK_BYTES; bit += 1) {
      if ((flags & (1 << bit)) === 0) {
        chunk[length] = bytes.readUInt8(at);
        length += 1;
        at += 1;
        continue;
      }
      const token = bytes.readUInt16LE(at);
      const lengthBits = 16 - Math.max(4, Math.ceil(Math.log2(length)));
      const distance = (token >> lengthBits) + 1;
      const end = length + (token & ((1 << lengthBits) - 1)) + 3;
      for (; length < end; length += 1) chunk[length] = chunk[length - distance] ?? 0;
      at += 2;
    }
  }
  return chunk.subarray(0, length);
}

/** Decompresses a stream ([MS-OVBA] 2.4.1). Throws if it is damaged. */
function decompress(container: Buffer, budget: Budget): Buffer {
  if (container[0] !== 1) throw new Error('not a compressed container');
  const chunks: Buffer[] = [];
  for (let at = 1; at < container.length; ) {
    budget.spend(CHUNK_BYTES);
    const header = container.readUInt16LE(at);
    const end = at + (header & 0x0fff) + CHUNK_HEADER_BYTES + 1;
    const bytes = container.subarray(at + CHUNK_HEADER_BYTES, end);
    chunks.push((header & 0x8000) === 0 ? bytes : decompressChunk(bytes));
    at = end;
  }
  return Buffer.concat(chunks);
}

/** Yields the modules in a decompressed `dir` stream ([MS-OVBA] 2.3.4.2). */
function* modulesIn(directory: Buffer): Generator<Module> {
  const [PROJECT_VERSION, STREAM_NAME, UNICODE_NAME, OFFSET] = [0x0009, 0x001a, 0x0032, 0x0031];
  let name = '';
  for (let at = 0; at + 6 <= directory.length; ) {
    const id = directory.readUInt16LE(at);
    // The version's declared size excludes two bytes.
    const size = id === PROJECT_VERSION ? 6 : directory.readUInt32LE(at + 2);
    const data = directory.subarray(at + 6, at + 6 + size);
    if (id === STREAM_NAME) name = data.toString('latin1');
    if (id === UNICODE_NAME) name = data.toString('utf16le');
    if (id === OFFSET) yield { name, offset: data.readUInt32LE() };
    at += 6 + size;
  }
}

export function* positionsOf(pattern: Buffer, content: Buffer): Generator<number> {
  for (let at = content.indexOf(pattern); at !== -1; at = content.indexOf(pattern, at + 1)) yield at;
}

const ATTRIBUTE = /^Attribute [^:]*$/iu;
/** Lines that are not executed. */
const NO_CODE = /^\s*(?:'.*|Option (?:Explicit|Private Module|Base [01]|Compare \w+))?$/iu;
/** Start of the compiled lines in a module, before their number. */
const COMPILED = Buffer.from('feca0100', 'hex');

/** Code may be only compiled, which hides it from the reader. */
function hasCode(stream: Buffer, offset: number, budget: Budget): boolean {
  const source = decompress(stream.subarray(offset), budget).toString('latin1');
  const lines = source.split(/\r\n?|\n/u).filter((line) => !ATTRIBUTE.test(line));
  if (!lines.every((line) => NO_CODE.test(line.trimEnd()))) return true;
  const compiled = positionsOf(COMPILED, stream.subarray(0, offset));
  return compiled.some((at) => stream.readUInt16LE(at + COMPILED.length) > lines.length);
}

/** A missing stream counts as code. Throws if the project is damaged. */
export function hasVbaCode(
  directory: Buffer,
  findStream: (name: string) => Buffer | undefined,
  budget: Budget,
): boolean {
  const modules = modulesIn(decompress(directory, budget));
  return modules.some(({ name, offset }) => {
    const stream = findStream(name);
    return stream === undefined || hasCode(stream, offset, budget);
  });
}
