import { crc32 } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { resizedPng } from '../../src/applications/uploads/checks/testing/build-pictures.ts';

type Size = { width: number; height: number };

const RED = { r: 200, g: 40, b: 30 };

/** Builds a red image. `alpha`: opacity from 0 to 1. */
export function drawn({ width, height }: Size, alpha?: number): Sharp {
  const background = alpha === undefined ? RED : { ...RED, alpha };
  return sharp({ create: { width, height, channels: alpha === undefined ? 3 : 4, background } });
}

/** Builds an image of random pixels, which an encoder cannot compress. */
export function noise({ width, height }: Size): Sharp {
  let seed = 1;
  const raw = new Uint8Array(width * height * 3).map(() => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed & 255;
  });
  return sharp(raw, { raw: { width, height, channels: 3 } });
}

export const jpegOf = (size: Size): Promise<Buffer> => drawn(size).jpeg().toBuffer();

/** Builds an animation with different frames. */
export async function animated(
  { width, height }: Size,
  frames: number,
  format: 'gif' | 'webp',
): Promise<Buffer> {
  const pictures = await Promise.all(
    Array.from({ length: frames }, (_, index) =>
      sharp({ create: { width, height, channels: 3, background: { r: (index * 90) % 256, g: 80, b: 40 } } })
        .png()
        .toBuffer(),
    ),
  );
  return sharp(pictures, { join: { animated: true } })
    .toFormat(format, { delay: Array.from({ length: frames }, () => 100) })
    .toBuffer();
}

/** Builds a PNG that declares a second frame. */
export async function animatedPng(size: Size): Promise<Buffer> {
  const png = await drawn(size).png().toBuffer();
  const control = Buffer.from('acTL\0\0\0\x02\0\0\0\0', 'latin1');
  const [length, checksum] = [8, crc32(control)].map((value) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return bytes;
  }) as [Buffer, Buffer];
  const HEADER_END = 33;
  return Buffer.concat([png.subarray(0, HEADER_END), length, control, checksum, png.subarray(HEADER_END)]);
}

/** Builds a truncated PNG whose header declares this size. */
export async function claimed({ width, height }: Size): Promise<Buffer> {
  const png = await drawn({ width: 8, height: 8 }).png().toBuffer();
  return resizedPng(png, width, height);
}
