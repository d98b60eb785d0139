import { crc32, deflateRawSync } from 'node:zlib';

/** An entry. Omitted properties get correct values. `size` is the declared unpacked size, and `at` the declared offset. */
export type ZipEntry = {
  name: string;
  data?: Buffer | string;
  isStored?: boolean;
  flags?: number;
  method?: number;
  size?: number;
  at?: number;
};

type Packed = Required<Omit<ZipEntry, 'data' | 'isStored'>> & { packed: Buffer; crc: number };

function pack(entry: ZipEntry, at: number): Packed {
  const data = Buffer.from(entry.data ?? '');
  const { name, flags = 0x800, isStored = false } = entry;
  return {
    name,
    flags,
    method: entry.method ?? (isStored ? 0 : 8),
    size: entry.size ?? data.length,
    at: entry.at ?? at,
    packed: isStored ? data : deflateRawSync(data),
    crc: crc32(data),
  };
}

/** Builds the fields that the local header and the directory share (APPNOTE.TXT 4.3.7 and 4.3.12). */
function shared({ name, flags, method, size, packed, crc }: Packed): Buffer {
  const bytes = Buffer.alloc(26);
  bytes.writeUInt16LE(20, 0);
  bytes.writeUInt16LE(flags, 2);
  bytes.writeUInt16LE(method, 4);
  bytes.writeUInt32LE(crc, 10);
  bytes.writeUInt32LE(packed.length, 14);
  bytes.writeUInt32LE(size, 18);
  bytes.writeUInt16LE(Buffer.byteLength(name), 22);
  return bytes;
}

const local = (entry: Packed) =>
  Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), shared(entry), Buffer.from(entry.name), entry.packed]);

function central(entry: Packed): Buffer {
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(entry.at, 10);
  const start = Buffer.from('PK\x01\x02\x14\x00', 'latin1');
  return Buffer.concat([start, shared(entry), rest, Buffer.from(entry.name)]);
}

function end(count: number, size: number, at: number): Buffer {
  const bytes = Buffer.alloc(22);
  bytes.write('PK\x05\x06', 'latin1');
  bytes.writeUInt16LE(count, 8);
  bytes.writeUInt16LE(count, 10);
  bytes.writeUInt32LE(size, 12);
  bytes.writeUInt32LE(at, 16);
  return bytes;
}

/** Builds an archive without a library, because a library would not write invalid archives. */
export function buildZip(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const entry of entries) {
    const packed = pack(entry, at);
    parts.push(local(packed));
    directory.push(central(packed));
    at += parts.at(-1)?.length ?? 0;
  }
  const listing = Buffer.concat(directory);
  return Buffer.concat([...parts, listing, end(entries.length, listing.length, at)]);
}
