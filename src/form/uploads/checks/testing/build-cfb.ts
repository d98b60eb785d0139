const MINI_CUTOFF = 4096;
const MINI_SECTOR = 64;
const END = 0xfffffffe;
const NONE = 0xffffffff;
const FAT_SECTOR = 0xfffffffd;
const HEADER_FAT_ENTRIES = 109;

/** A stream; with `inside` a storage. */
export type CfbNode = { name: string; data?: Buffer; inside?: CfbNode[] };

type Row = CfbNode & { kind: number; right: number; child: number; start: number; size: number };

const u32 = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4);
  return bytes;
};

const padded = (bytes: Buffer, unit: number) =>
  Buffer.concat([bytes, Buffer.alloc((unit - (bytes.length % unit)) % unit)]);

/** Adds the directory rows. Siblings form a chain to the right, which the format allows. */
function rowsOf(nodes: readonly CfbNode[], rows: Row[]): number {
  const indices = nodes.map((node) => {
    const kind = node.inside === undefined ? 2 : 1;
    return rows.push({ ...node, kind, right: NONE, child: NONE, start: 0, size: node.data?.length ?? 0 }) - 1;
  });
  for (const [position, index] of indices.entries()) {
    const row = rows[index];
    if (row === undefined) continue;
    row.right = indices[position + 1] ?? NONE;
    if (row.inside !== undefined) row.child = rowsOf(row.inside, rows);
  }
  return indices[0] ?? NONE;
}

function rowBytes(row: Row): Buffer {
  const bytes = Buffer.alloc(128);
  const nameBytes = bytes.write(row.name, 0, 62, 'utf16le') + 2;
  bytes.writeUInt16LE(nameBytes, 64);
  bytes.writeUInt8(row.kind, 66);
  u32(NONE, row.right, row.child).copy(bytes, 68);
  u32(row.start, row.size).copy(bytes, 116);
  return bytes;
}

/** Sectors and their allocation table. */
class Sectors {
  readonly chain: number[] = [];
  readonly parts: Buffer[] = [];
  readonly unit: number;

  constructor(unit: number) {
    this.unit = unit;
  }

  add(data: Buffer): number {
    const start = this.chain.length;
    const count = Math.ceil(data.length / this.unit);
    if (count === 0) return END;
    for (let index = 1; index < count; index += 1) this.chain.push(start + index);
    this.chain.push(END);
    this.parts.push(padded(data, this.unit));
    return start;
  }
}

function header(unit: number, fields: { fat: number[]; directory: number; miniFat: number; difat: number }) {
  const bytes = Buffer.alloc(unit);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(bytes);
  bytes.writeUInt16LE(unit === 512 ? 3 : 4, 26);
  bytes.writeUInt16LE(0xfffe, 28);
  bytes.writeUInt16LE(Math.log2(unit), 30);
  bytes.writeUInt16LE(6, 32);
  u32(0, fields.fat.length, fields.directory, 0, MINI_CUTOFF, fields.miniFat, 0, fields.difat, 0).copy(
    bytes,
    40,
  );
  for (let index = 0; index < HEADER_FAT_ENTRIES; index += 1) {
    bytes.writeUInt32LE(fields.fat[index] ?? NONE, 76 + index * 4);
  }
  return bytes;
}

/** Appends the allocation table, and the list of its sectors that exceed the header. */
function withTables(sectors: Sectors): { fat: number[]; difat: number } {
  const perSector = sectors.unit / 4;
  const used = sectors.chain.length;
  let fatCount = 1;
  const lists = () => Math.ceil(Math.max(0, fatCount - HEADER_FAT_ENTRIES) / (perSector - 1));
  while (fatCount * perSector < used + fatCount + lists()) fatCount += 1;
  const fat = Array.from({ length: fatCount }, (_, index) => used + index);
  const difat = lists() === 0 ? END : used + fatCount;
  const table = u32(
    ...sectors.chain,
    ...fat.map(() => FAT_SECTOR),
    ...Array.from({ length: lists() }, () => END),
  );
  sectors.parts.push(Buffer.concat([table, Buffer.alloc(fatCount * sectors.unit - table.length, 0xff)]));
  for (let list = 0; list < lists(); list += 1) {
    const first = HEADER_FAT_ENTRIES + list * (perSector - 1);
    const named = Array.from({ length: perSector - 1 }, (_, index) => fat[first + index] ?? NONE);
    sectors.parts.push(u32(...named, list + 1 < lists() ? difat + list + 1 : END));
  }
  return { fat, difat };
}

/** Builds a compound file with these top-level streams and storages. `unit`: sector size in bytes. */
export function buildCfb(nodes: readonly CfbNode[], unit: 512 | 4096 = 512): Buffer {
  const root: Row = { name: 'Root Entry', kind: 5, right: NONE, child: NONE, start: END, size: 0 };
  const rows = [root];
  root.child = rowsOf(nodes, rows);
  const sectors = new Sectors(unit);
  const minis = new Sectors(MINI_SECTOR);
  for (const row of rows.slice(1)) {
    const data = row.data ?? Buffer.alloc(0);
    row.start = (data.length < MINI_CUTOFF ? minis : sectors).add(data);
  }
  const miniStream = Buffer.concat(minis.parts);
  root.start = sectors.add(miniStream);
  root.size = miniStream.length;
  const miniFat = sectors.add(u32(...minis.chain));
  const directory = sectors.add(Buffer.concat(rows.map(rowBytes)));
  return Buffer.concat([header(unit, { ...withTables(sectors), directory, miniFat }), ...sectors.parts]);
}
