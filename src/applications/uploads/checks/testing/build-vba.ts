import type { CfbNode } from './build-cfb.ts';

/** Builds a compressed container of one chunk, which consists of literals. */
function compressed(text: string | Buffer): Buffer {
  const bytes = Buffer.from(text);
  const groups = Array.from({ length: Math.ceil(bytes.length / 8) }, (_, at) =>
    Buffer.concat([Buffer.from([0]), bytes.subarray(at * 8, at * 8 + 8)]),
  );
  const data = Buffer.concat(groups);
  const header = Buffer.from([1, 0, 0]);
  header.writeUInt16LE(0xb000 | (data.length - 1), 1);
  return Buffer.concat([header, data]);
}

function vbaRecord(id: number, data: Buffer, size = data.length): Buffer {
  const head = Buffer.alloc(6);
  head.writeUInt16LE(id);
  head.writeUInt32LE(size, 2);
  return Buffer.concat([head, data]);
}

const NAME = 'Modul1模块';

type Project = { source?: string; compiledLines?: number };

/** Builds the VBA storage of a project with one module, whose compiled code declares a number of lines. */
export function buildVba({
  source = 'Sub Auto_Open()\r\nEnd Sub\r\n',
  compiledLines = 0,
}: Project = {}): CfbNode {
  const cache = Buffer.alloc(800);
  Buffer.from('feca0100', 'hex').copy(cache, 600);
  cache.writeUInt16LE(compiledLines, 604);
  const offset = Buffer.alloc(4);
  offset.writeUInt32LE(cache.length);
  const directory = Buffer.concat([
    vbaRecord(0x0009, Buffer.alloc(6), 4),
    vbaRecord(0x001a, Buffer.from('Modul1')),
    vbaRecord(0x0032, Buffer.from(NAME, 'utf16le')),
    vbaRecord(0x0031, offset),
  ]);
  const text = `Attribute VB_Name = "Modul1"\r\n${source}`;
  return {
    name: 'VBA',
    inside: [
      { name: 'dir', data: compressed(directory) },
      { name: '_VBA_PROJECT', data: Buffer.alloc(20) },
      { name: NAME, data: Buffer.concat([cache, compressed(text)]) },
    ],
  };
}
