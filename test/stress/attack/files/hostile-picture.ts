import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import {
  buildGif,
  buildJpeg,
  buildPng,
  resizedGif,
  resizedJpeg,
  resizedPng,
} from '../../../../src/applications/uploads/checks/testing/build-pictures.ts';

const MEGABYTE = 1024 * 1024;

const [jpeg, png, gif] = await Promise.all([buildJpeg(), buildPng(), buildGif()]);
const progressive = await sharp(jpeg).jpeg({ progressive: true }).toBuffer();

function chunk(type: string, data: Buffer): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32BE(data.length);
  bytes.write(type, 4, 'latin1');
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(Buffer.concat([bytes.subarray(4), data])));
  return Buffer.concat([bytes, data, sum]);
}

const withChunks = (...chunks: Buffer[]) => Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]);

/** Repeats the last scan of a progressive JPEG, which covers the whole picture each time. */
function manyScans(): Buffer {
  const large = resizedJpeg(progressive, 7_000, 7_000, 0xc2);
  const scan = large.subarray(large.lastIndexOf(Buffer.from([0xff, 0xda])), -2);
  return Buffer.concat([large.subarray(0, -2), ...Array.from({ length: 20_000 }, () => scan)]);
}

/** Pictures that are built to hang or exhaust their decoder. */
export const hostilePicture: Record<string, ['jpg' | 'png' | 'gif', () => Buffer]> = {
  'a JPEG of 4 billion pixels': ['jpg', () => resizedJpeg(jpeg, 65_000, 65_000)],
  'a PNG of 4 billion pixels': ['png', () => resizedPng(png, 65_000, 65_000)],
  'a GIF of 4 billion pixels': ['gif', () => resizedGif(gif, 65_000, 65_000)],
  'a JPEG of 20,000 scans': ['jpg', manyScans],
  'a JPEG of fill bytes': [
    'jpg',
    () => Buffer.concat([jpeg.subarray(0, 2), Buffer.alloc(9 * MEGABYTE, 0xff)]),
  ],
  'a text in a PNG that unpacks to 600 MB': [
    'png',
    () =>
      withChunks(
        chunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(600 * MEGABYTE))])),
      ),
  ],
  'a profile in a PNG that unpacks to 600 MB': [
    'png',
    () =>
      withChunks(
        chunk('iCCP', Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(600 * MEGABYTE))])),
      ),
  ],
  'a PNG of 700,000 chunks': [
    'png',
    () => withChunks(Buffer.concat(Array.from({ length: 700_000 }, () => chunk('abCd', Buffer.alloc(0))))),
  ],
  'a GIF of a million frames': [
    'gif',
    () => {
      const large = resizedGif(gif, 7_000, 7_000);
      const frame = Buffer.from('2c000000000100010000024c0100', 'hex');
      return Buffer.concat([large.subarray(0, -1), Buffer.alloc(frame.length * 700_000, frame)]);
    },
  ],
};
