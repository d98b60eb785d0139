const SECTOR = 512;
const ENTRY = 128;
const END = 0xfffffffe;
const TEST_SETTINGS = 0xffffffff;
const TEN_MB = 10 * 1024 * 1024;

const header = (fields: Record<number, number>): Buffer => {
  const bytes = Buffer.alloc(SECTOR);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(bytes);
  for (const [at, value] of [
    [26, 3],
    [28, 0xfffe],
    [30, 9],
    [32, 6],
  ] as const)
    bytes.writeUInt16LE(value, at);
  bytes.writeUInt32LE(4096, 56);
  for (const at of [60, 68]) bytes.writeUInt32LE(END, at);
  bytes.fill(0xff, 76);
  for (const [at, value] of Object.entries(fields)) bytes.writeUInt32LE(value, Number(at));
  return bytes;
};

const numbers = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return Buffer.alloc(SECTOR, bytes);
};

/** Builds 1,536 bytes with an endless directory chain, in which each step walks a sector list that contains itself. */
export function selfNamingList(): Buffer {
  const farOut = 0xfffffff0;
  const list = numbers(1);
  list.writeUInt32LE(0, SECTOR - 4);
  return Buffer.concat([header({ 48: farOut, 68: 0, 72: 0x7fffffff }), list, numbers(farOut)]);
}

function entry(
  name: string,
  kind: number,
  { right = TEST_SETTINGS, child = TEST_SETTINGS, start = END, size = 0 },
): Buffer {
  const bytes = Buffer.alloc(ENTRY);
  bytes.writeUInt16LE(bytes.write(name, 0, 62, 'utf16le') + 2, 64);
  bytes.writeUInt8(kind, 66);
  for (const [index, value] of [TEST_SETTINGS, right, child].entries())
    bytes.writeUInt32LE(value, 68 + index * 4);
  bytes.writeUInt32LE(start, 116);
  bytes.writeUInt32LE(size, 120);
  return bytes;
}

/** Builds a compound file of content sectors that are chained by `next`, with a directory of `entries`. */
function file(sectors: number, next: (sector: number) => number, entries: readonly Buffer[]): Buffer {
  const perTable = SECTOR / 4;
  const directory = Math.ceil((entries.length * ENTRY) / SECTOR);
  let tables = 1;
  while (tables * perTable < tables + directory + sectors) tables += 1;
  const first = tables + directory;
  const chain = Buffer.alloc(tables * SECTOR, 0xff);
  for (let index = 0; index < tables; index += 1) chain.writeUInt32LE(0xfffffffd, index * 4);
  for (let index = tables; index < first; index += 1)
    chain.writeUInt32LE(index + 1 < first ? index + 1 : END, index * 4);
  for (let index = 0; index < sectors; index += 1) {
    const to = next(index);
    chain.writeUInt32LE(to < 0 ? END : first + to, (first + index) * 4);
  }
  const named = Object.fromEntries(
    Array.from({ length: Math.min(109, tables) }, (_, index) => [76 + index * 4, index]),
  );
  const listed = Buffer.concat(entries);
  const padded = Buffer.concat([listed, Buffer.alloc(directory * SECTOR - listed.length)]);
  return Buffer.concat([header({ 48: tables, ...named }), chain, padded, Buffer.alloc(sectors * SECTOR)]);
}

const root = entry('Root Entry', 5, { child: 1 });
const word = (right: number, start: number, size: number) => entry('WordDocument', 2, { right, start, size });

/** Builds a stream that begins within a circular sector chain. */
const circle = () => file(8, (sector) => (sector + 1) % 8, [root, word(TEST_SETTINGS, 6, 4096)]);

/** Builds thousands of streams that share one long chain, so that copies of all of them take gigabytes. */
function sharedChain(): Buffer {
  const sectors = 6_000;
  const entries = Array.from({ length: 9_000 }, (_, index) =>
    entry(`s${index}`, 2, { right: index + 2, start: 100 + (index % sectors), size: TEN_MB }),
  );
  return file(sectors, (sector) => (sector + 1 < sectors ? sector + 1 : -1), [root, ...entries]);
}

/** Links half of the sectors to one chain, which the other half forms. */
function manyHeads(): Buffer {
  const half = 6_000;
  const next = (sector: number) => (sector < half ? half : sector + 1 < 2 * half ? sector + 1 : -1);
  return file(2 * half, next, [root, word(TEST_SETTINGS, 120, 4096)]);
}

/** Builds a directory of many entries that are each other's siblings and children. */
function tangledDirectory(): Buffer {
  const count = 20_000;
  const entries = Array.from({ length: count }, (_, index) =>
    entry(`e${index}`, 1, { right: (index * 7919) % count, child: (index * 104_729) % count }),
  );
  return file(1, () => -1, [root, ...entries]);
}

/** Builds deeply nested storages with long names. */
function deepStorages(): Buffer {
  const levels = 2_000;
  const entries = Array.from({ length: levels }, (_, index) =>
    entry(`${'x'.repeat(30)}${index % 10}`, 1, { child: index + 2 }),
  );
  return file(1, () => -1, [root, ...entries, word(TEST_SETTINGS, END, 0)]);
}

/** Compound files that are built to hang or exhaust their parser. */
export const hostileCompound: Record<string, () => Buffer> = {
  'a list that names itself': selfNamingList,
  'a circle of sectors': circle,
  'a chain shared by thousands': sharedChain,
  'a chain with many heads': manyHeads,
  'a tangled directory': tangledDirectory,
  'storages in storages': deepStorages,
};
