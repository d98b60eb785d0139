import { between, type Random } from './keyed-random.ts';

/** The site's ink and paper (design section 6). */
const INK = [0x10, 0x23, 0x3a] as const;
const PAPER = [0xfa, 0xf7, 0xf0] as const;
/** Sixteen shades keep the picture near 8 KB for slow lines. */
const SHADES = 16;
/** How far grain moves a pixel, and how dark the paper gets on one side, of the way from paper to ink. */
const GRAIN = 0.14;
const SHADOW = 0.16;

/** How dark the paper is at a place: a slope in any direction, from 0 to `SHADOW`. */
function createShadow(random: Random, width: number, height: number): (x: number, y: number) => number {
  const angle = random() * 2 * Math.PI;
  const [across, down] = [Math.cos(angle) / width, Math.sin(angle) / height];
  return (x, y) => SHADOW * (0.5 + (across * (x - width / 2) + down * (y - height / 2)) / Math.SQRT2);
}

const shadeOf = (darkness: number): number => {
  const level = Math.min(1, Math.max(0, darkness));
  return Math.round(level * (SHADES - 1)) / (SHADES - 1);
};

/** Turns black strokes on white into a PNG of ink on paper with grain; `strength` as for `drawPicture`. */
export async function rasterise(svg: string, random: Random, strength: number): Promise<Buffer> {
  // A start needs no pictures.
  const { default: sharp } = await import('sharp');
  const { data, info } = await sharp(Buffer.from(svg))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const shadow = createShadow(random, width, height);
  const pixels = new Uint8Array(width * height * PAPER.length);
  for (let at = 0; at < width * height; at += 1) {
    const drawn = 1 - (data[at * channels] ?? 0) / 255;
    const ground = shadow(at % width, Math.floor(at / width)) * strength;
    const shade = shadeOf(drawn + (1 - drawn) * ground + between(random, -GRAIN, GRAIN) * strength);
    PAPER.forEach((paper, channel) => {
      pixels[at * PAPER.length + channel] = paper + ((INK[channel] ?? 0) - paper) * shade;
    });
  }
  return sharp(pixels, { raw: { width, height, channels: PAPER.length } })
    .png({ palette: true, colours: SHADES, dither: 0 })
    .toBuffer();
}
