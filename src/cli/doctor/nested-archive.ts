import { crc32 } from 'node:zlib';

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END_RECORD = 0x06054b50;
const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const END_BYTES = 22;
const VERSION = 20;

/** A ZIP in a ZIP in a ZIP, so many deep, with nothing in the innermost. */
export function nestedArchive(depth: number): Buffer {
  let archive: Buffer = Buffer.from('nothing');
  for (let level = 0; level < depth; level += 1) archive = archiveOf('a.zip', archive);
  return archive;
}

/** A ZIP of one file that is stored as it is (APPNOTE.TXT, sections 4.3.7, 4.3.12 and 4.3.16). */
function archiveOf(name: string, content: Buffer): Buffer {
  const local = Buffer.alloc(LOCAL_BYTES);
  local.writeUInt32LE(LOCAL_HEADER, 0);
  describe(local, 4, name, content);
  const central = Buffer.alloc(CENTRAL_BYTES);
  central.writeUInt32LE(CENTRAL_HEADER, 0);
  central.writeUInt16LE(VERSION, 4);
  describe(central, 6, name, content);
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32LE(END_RECORD, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(CENTRAL_BYTES + name.length, 12);
  end.writeUInt32LE(LOCAL_BYTES + name.length + content.length, 16);
  return Buffer.concat([local, Buffer.from(name), content, central, Buffer.from(name), end]);
}

/** The fields that both headers of a file have, from the version that is needed to read it on. */
function describe(header: Buffer, at: number, name: string, content: Buffer): void {
  header.writeUInt16LE(VERSION, at);
  header.writeUInt32LE(crc32(content), at + 10);
  header.writeUInt32LE(content.length, at + 14);
  header.writeUInt32LE(content.length, at + 18);
  header.writeUInt16LE(name.length, at + 22);
}
