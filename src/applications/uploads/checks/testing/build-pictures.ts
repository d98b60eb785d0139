import { crc32 } from 'node:zlib';
import sharp, { type JpegOptions, type PngOptions } from 'sharp';

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#a67c37' } });

export const buildJpeg = (width = 64, height = 48, options?: JpegOptions) =>
  blank(width, height).jpeg(options).toBuffer();
export const buildPng = (width = 64, height = 48, options?: PngOptions) =>
  blank(width, height).png(options).toBuffer();
export const buildGif = () => blank(64, 48).gif().toBuffer();

/** Changes the size in a PNG's header, and updates the checksum of the header. */
export function resizedPng(png: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(png);
  changed.writeUInt32BE(width, 16);
  changed.writeUInt32BE(height, 20);
  changed.writeUInt32BE(crc32(changed.subarray(12, 29)), 29);
  return changed;
}

/** Changes the size of a GIF's logical screen and of its first frame. */
export function resizedGif(gif: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(gif);
  const picture = changed.indexOf(Buffer.from([0x2c, 0, 0, 0, 0]));
  for (const at of [6, picture + 5]) {
    changed.writeUInt16LE(width, at);
    changed.writeUInt16LE(height, at + 2);
  }
  return changed;
}

/** Changes the size in a JPEG's frame header, baseline or progressive. */
export function resizedJpeg(jpeg: Buffer, width: number, height: number, mark = 0xc0): Buffer {
  const changed = Buffer.from(jpeg);
  const frame = changed.indexOf(Buffer.from([0xff, mark]));
  changed.writeUInt16BE(height, frame + 5);
  changed.writeUInt16BE(width, frame + 7);
  return changed;
}
