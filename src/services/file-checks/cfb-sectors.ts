import type { FileReader } from './file-reader.ts';
import { MAX_CHAIN_SECTORS } from './limits.ts';
import { Refusal } from './refusal.ts';

const HEADER_BYTES = 512;
const HEADER_DIFAT_AT = 76;
const HEADER_DIFAT_ENTRIES = 109;
const LAST_SECTOR = 0xfffffffa;
const SECTOR_BYTES: Readonly<Record<number, number>> = { 3: 512, 4: 4096 };

/** The sectors of a compound file and how they are chained: [MS-CFB] 2.2 to 2.5. Nothing is held but the header. */
export class CfbSectors {
  readonly sectorBytes: number;
  readonly firstDirectorySector: number;
  readonly miniStreamCutoff: number;
  private readonly header: Buffer;
  private readonly reader: FileReader;

  private constructor(reader: FileReader, header: Buffer) {
    const sectorBytes = SECTOR_BYTES[header.readUInt16LE(26)];
    if (sectorBytes === undefined || sectorBytes !== 2 ** header.readUInt16LE(30)) {
      throw new Refusal('fileUnsafe', 'not a compound file of version 3 or 4');
    }
    this.reader = reader;
    this.header = header;
    this.sectorBytes = sectorBytes;
    this.firstDirectorySector = header.readUInt32LE(48);
    this.miniStreamCutoff = header.readUInt32LE(56);
  }

  static async open(reader: FileReader): Promise<CfbSectors> {
    return new CfbSectors(reader, await reader.read(0, HEADER_BYTES));
  }

  /** `length` bytes from byte `at` of a sector; a refusal where the file has no such sector. */
  async read(sector: number, at: number, length: number): Promise<Buffer> {
    return this.reader.read((sector + 1) * this.sectorBytes + at, length);
  }

  /** The same, but no more than the file has: its last sector may be cut short. */
  async readUpTo(sector: number, length: number): Promise<Buffer> {
    const wanted = Math.min(length, this.sectorBytes);
    return this.reader.readUpTo((sector + 1) * this.sectorBytes, wanted);
  }

  /** The numbers of the sectors of a chain, in order; a refusal for a chain that is circular or too long. */
  async chain(first: number, most = Number.POSITIVE_INFINITY): Promise<number[]> {
    const sectors: number[] = [];
    for (let sector = first; sector < LAST_SECTOR; sector = await this.next(sector)) {
      if (sectors.length === MAX_CHAIN_SECTORS) throw new Refusal('fileUnsafe', 'endless chain of sectors');
      sectors.push(sector);
      if (sectors.length === most) break;
    }
    return sectors;
  }

  private async next(sector: number): Promise<number> {
    const perSector = this.sectorBytes / 4;
    const table = await this.fatSector(Math.floor(sector / perSector));
    return (await this.read(table, (sector % perSector) * 4, 4)).readUInt32LE();
  }

  /** The sector that holds part `index` of the allocation table: named in the header, or in a chain behind it. */
  private async fatSector(index: number): Promise<number> {
    if (index < HEADER_DIFAT_ENTRIES) return this.header.readUInt32LE(HEADER_DIFAT_AT + index * 4);
    const perSector = this.sectorBytes / 4 - 1;
    let sector = this.header.readUInt32LE(68);
    let rest = index - HEADER_DIFAT_ENTRIES;
    for (; rest >= perSector; rest -= perSector) {
      sector = (await this.read(sector, perSector * 4, 4)).readUInt32LE();
    }
    return (await this.read(sector, rest * 4, 4)).readUInt32LE();
  }
}
