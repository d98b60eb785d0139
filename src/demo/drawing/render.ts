import sharp from 'sharp';
import { createNoise, createRandom } from './random.ts';

/** A faint unevenness, as of a wash on paper: a small grey map laid over the whole picture. */
async function wash(width: number, height: number): Promise<Buffer> {
  const [wide, tall] = [160, Math.round((160 * height) / width)];
  const random = createRandom('wash');
  const rows = Array.from({ length: 64 }, () => createNoise(random));
  const grey = Buffer.alloc(wide * tall);
  for (let y = 0; y < tall; y += 1) {
    const row = rows[Math.floor(y / 5) % 64];
    const next = rows[(Math.floor(y / 5) + 1) % 64];
    const part = (y % 5) / 5;
    for (let x = 0; x < wide; x += 1) {
      const value = (row?.(x / 6) ?? 0) * (1 - part) + (next?.(x / 6) ?? 0) * part;
      grey[y * wide + x] = 128 + value * 5;
    }
  }
  const small = sharp(grey, { raw: { width: wide, height: tall, channels: 1 } });
  return small.resize(width, height, { kernel: 'cubic', fit: 'fill' }).blur(9).png().toBuffer();
}

/** Rasterises a drawing as a photograph-like JPEG. */
export async function renderJpeg(svg: string, file: string): Promise<number> {
  const drawing = sharp(Buffer.from(svg)).flatten({ background: '#ffffff' });
  const { width = 0, height = 0 } = await sharp(Buffer.from(svg)).metadata();
  const paper = await wash(width, height);
  const layered = drawing.composite([{ input: paper, blend: 'soft-light' }]);
  const result = await layered.jpeg({ quality: 72, mozjpeg: true, chromaSubsampling: '4:2:0' }).toFile(file);
  return result.size;
}

/** Rasterises a drawing with few colours. */
export async function renderPng(svg: string, file: string): Promise<number> {
  const result = await sharp(Buffer.from(svg))
    .png({ palette: true, quality: 90, effort: 10, compressionLevel: 9 })
    .toFile(file);
  return result.size;
}
