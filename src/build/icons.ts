import sharp, { type Sharp } from 'sharp';
import { INK } from '../content/colours.ts';

/** Sizes in pixels of icons for home screens, and for tabs of old browsers. */
const TOUCH_SIDES = [180, 192, 512];
const TAB_SIDE = 32;
/** Safe zone of a maskable icon (https://www.w3.org/TR/appmanifest/#icon-masks). */
const SAFE_PART = 0.8;

const draw = (svg: Buffer, side: number) => sharp(svg, { density: 72 * 8 }).resize(side, side);
const png = (image: Sharp): Promise<Buffer> => image.png({ compressionLevel: 9 }).toBuffer();

/** Icons for browsers and phones by file name, drawn from one SVG. */
export async function iconsOf(svg: Buffer): Promise<Record<string, Buffer>> {
  const touch = await Promise.all(
    TOUCH_SIDES.map(async (side) => {
      const icon = await png(draw(svg, side).flatten({ background: INK }));
      return [`icon-${side}.png`, icon] as const;
    }),
  );
  return {
    ...Object.fromEntries(touch),
    'icon-maskable.png': await maskable(svg, 512),
    'favicon.ico': ico(await png(draw(svg, TAB_SIDE))),
  };
}

async function maskable(svg: Buffer, side: number): Promise<Buffer> {
  const rim = Math.round((side * (1 - SAFE_PART)) / 2);
  const icon = draw(svg, side - 2 * rim).flatten({ background: INK });
  return png(icon.extend({ top: rim, bottom: rim, left: rim, right: rim, background: INK }));
}

/** Wraps a PNG as an ICO file with one entry. */
function ico(picture: Buffer): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(TAB_SIDE, 6);
  head.writeUInt8(TAB_SIDE, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(picture.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, picture]);
}
