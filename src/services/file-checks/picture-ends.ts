import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FileReader } from './file-reader.ts';
import { BLOCKS_PER_TURN, MAX_PICTURE_BLOCKS } from './limits.ts';
import { Refusal } from './refusal.ts';
import { indexIn } from './scan.ts';

export type PictureFormat = 'jpeg' | 'png' | 'gif';

const END_OF_JPEG = Buffer.from([0xff, 0xd9]);

/** Steps from block to block, `step` giving the next offset or undefined at the end; a refusal where there is none. */
async function walk(start: number, step: (offset: number) => Promise<number | undefined>): Promise<void> {
  let at: number | undefined = start;
  for (let blocks = 0; at !== undefined; blocks += 1) {
    if (blocks === MAX_PICTURE_BLOCKS) throw new Refusal('fileUnsafe', 'too many blocks');
    if (blocks % BLOCKS_PER_TURN === BLOCKS_PER_TURN - 1) await nextTurn();
    at = await step(at);
  }
}

/** ISO/IEC 10918-1, annex B: segments up to the first scan, and behind it an end mark. What follows is left alone. */
const jpegEnds = (reader: FileReader) =>
  walk(2, async (at) => {
    const [mark, code] = await reader.read(at, 2);
    if (mark !== 0xff || code === 0xd9) throw new Refusal('fileUnsafe', 'a JPEG without a picture');
    if (code === 0xff) return at + 1;
    if (code === 0x01) return at + 2;
    const next = at + 2 + (await reader.read(at + 2, 2)).readUInt16BE();
    if (code !== 0xda) return next;
    if ((await indexIn(reader, END_OF_JPEG, next)) === -1)
      throw new Refusal('fileUnsafe', 'a JPEG cut short');
    return undefined;
  });

/** PNG, third edition, 5.3: chunks of a length, a type, data and a checksum, up to IEND. */
const pngEnds = (reader: FileReader) =>
  walk(8, async (at) => {
    const head = await reader.read(at, 8);
    const end = at + 12 + head.readUInt32BE();
    await reader.read(end - 4, 4);
    return head.toString('latin1', 4) === 'IEND' ? undefined : end;
  });

const colourTableBytes = (flags: number) => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));

/** The offset behind a chain of GIF's data blocks. */
async function behindGifData(reader: FileReader, start: number): Promise<number> {
  let end = start;
  await walk(start, async (at) => {
    const length = (await reader.read(at, 1)).readUInt8();
    end = at + 1 + length;
    return length === 0 ? undefined : end;
  });
  return end;
}

/** GIF89a, sections 17 to 27: extensions and pictures, up to the trailer. */
async function gifEnds(reader: FileReader): Promise<void> {
  const flags = (await reader.read(10, 1)).readUInt8();
  await walk(13 + colourTableBytes(flags), async (at) => {
    const mark = (await reader.read(at, 1)).readUInt8();
    if (mark === 0x3b) return undefined;
    if (mark === 0x21) return behindGifData(reader, at + 2);
    if (mark !== 0x2c) throw new Refusal('fileUnsafe', `no block of a GIF: ${mark}`);
    const table = colourTableBytes((await reader.read(at + 9, 1)).readUInt8());
    return behindGifData(reader, at + 11 + table);
  });
}

/** Passes a picture that reaches its own end; a cut one does not. Nothing is decoded. */
export const checkPictureEnds: Readonly<Record<PictureFormat, (reader: FileReader) => Promise<void>>> = {
  jpeg: jpegEnds,
  png: pngEnds,
  gif: gifEnds,
};
