import { CfbSectors } from './cfb-sectors.ts';
import type { FileReader } from './file-reader.ts';
import { MAX_DIRECTORY_ENTRIES } from './limits.ts';
import { Refusal } from './refusal.ts';

const ENTRY_BYTES = 128;
const MAX_NAME_BYTES = 64;
const MINI_SECTOR_BYTES = 64;
const NO_ENTRY = 0xffffffff;

/** A stream or storage at the top of a compound file. Names are in lower case: [MS-CFB] compares them without it. */
type CfbEntry = { name: string; start: number; size: number; left: number; right: number; child: number };

export type CompoundFile = {
  /** The names at the top of the file; what an embedded document holds is not among them. */
  names: ReadonlySet<string>;
  /** The first bytes of a top stream, at most `length` and at most one sector; empty where there is none. */
  head(name: string, length: number): Promise<Buffer>;
};

function parseEntry(bytes: Buffer): CfbEntry {
  const nameBytes = Math.min(MAX_NAME_BYTES, bytes.readUInt16LE(64)) & ~1;
  return {
    name: bytes.toString('utf16le', 0, Math.max(0, nameBytes - 2)).toLowerCase(),
    left: bytes.readUInt32LE(68),
    right: bytes.readUInt32LE(72),
    child: bytes.readUInt32LE(76),
    start: bytes.readUInt32LE(116),
    size: bytes.readUInt32LE(120),
  };
}

/** Reads directory entry `index`; a refusal where the directory has none of that number. */
async function entryAt(sectors: CfbSectors, directory: readonly number[], index: number): Promise<CfbEntry> {
  const perSector = sectors.sectorBytes / ENTRY_BYTES;
  const sector = directory[Math.floor(index / perSector)];
  if (sector === undefined) throw new Refusal('fileUnsafe', `no directory entry ${index}`);
  return parseEntry(await sectors.read(sector, (index % perSector) * ENTRY_BYTES, ENTRY_BYTES));
}

/** The entries right below the root: siblings form a tree, [MS-CFB] 2.6.4. */
async function topEntries(
  sectors: CfbSectors,
  directory: readonly number[],
  root: CfbEntry,
): Promise<CfbEntry[]> {
  const seen = new Set<number>([NO_ENTRY]);
  const waiting = [root.child];
  const entries: CfbEntry[] = [];
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    if (seen.has(index)) continue;
    seen.add(index);
    if (seen.size > MAX_DIRECTORY_ENTRIES) throw new Refusal('fileUnsafe', 'too many directory entries');
    const entry = await entryAt(sectors, directory, index);
    entries.push(entry);
    waiting.push(entry.left, entry.right);
  }
  return entries;
}

/** Small streams lie in a stream of their own, in pieces of 64 bytes: [MS-CFB] 2.4. */
async function smallHead(sectors: CfbSectors, root: CfbEntry, entry: CfbEntry, length: number) {
  const at = entry.start * MINI_SECTOR_BYTES;
  const index = Math.floor(at / sectors.sectorBytes);
  const sector = (await sectors.chain(root.start, index + 1))[index];
  if (sector === undefined) throw new Refusal('fileUnsafe', `${entry.name} lies outside the small streams`);
  return sectors.read(sector, at % sectors.sectorBytes, Math.min(length, MINI_SECTOR_BYTES));
}

/** Opens a compound file (CFB, the container of the old Office formats) by its directory alone. */
export async function openCompoundFile(reader: FileReader): Promise<CompoundFile> {
  const sectors = await CfbSectors.open(reader);
  const directory = await sectors.chain(sectors.firstDirectorySector);
  const root = await entryAt(sectors, directory, 0);
  const entries = new Map((await topEntries(sectors, directory, root)).map((entry) => [entry.name, entry]));
  return {
    names: new Set(entries.keys()),
    async head(name, length) {
      const entry = entries.get(name);
      if (entry === undefined || entry.size === 0) return Buffer.alloc(0);
      const wanted = Math.min(length, entry.size);
      if (entry.size >= sectors.miniStreamCutoff) return sectors.readUpTo(entry.start, wanted);
      return smallHead(sectors, root, entry, wanted);
    },
  };
}
