/** @module-tag matrix */
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../test/support/random.ts';
import { CAPTCHA_DIGITS } from '../application/limits.ts';
import { drawPicture } from './picture.ts';
import { rasterise } from './raster.ts';
import type { Cleaning } from './testing/simple-reader.ts';
import { createReader } from './testing/simple-reader.ts';

const PICTURES = 500;
const PLAIN_PICTURES = 100;
const [PLAIN, AS_SENT] = [0, 1];

const CLEANINGS: [string, Cleaning][] = [
  ['takes pictures as they are', { median: false, open: false }],
  ['smooths grain', { median: true, open: false }],
  ['smooths grain and wipes thin lines away', { median: true, open: true }],
];

type Picture = { code: string; png: Buffer };

/** So many pictures of random codes, always the same ones. */
async function draw(count: number, strength: number): Promise<Picture[]> {
  const random = createRandom('captcha');
  const pictures: Picture[] = [];
  while (pictures.length < count) {
    const code = Array.from({ length: CAPTCHA_DIGITS }, () => Math.floor(random() * 10)).join('');
    pictures.push({ code, png: await rasterise(drawPicture(code, random, strength), random, strength) });
  }
  return pictures;
}

/** The share of whole codes that a reader gets right. */
async function shareRead(cleaning: Cleaning, pictures: readonly Picture[]): Promise<number> {
  const read = await createReader(cleaning);
  const answers = await Promise.all(pictures.map(async ({ code, png }) => (await read(png)) === code));
  return answers.filter(Boolean).length / pictures.length;
}

const plain = await draw(PLAIN_PICTURES, PLAIN);
const sent = await draw(PICTURES, AS_SENT);

describe.each(CLEANINGS)('a simple reader that %s', (_name, cleaning) => {
  it('reads most plain pictures, so it is a real one', async () => {
    expect(await shareRead(cleaning, plain)).toBeGreaterThan(0.8);
  });

  it(`reads less than a fifth of ${PICTURES} pictures as they are sent`, async () => {
    expect(await shareRead(cleaning, sent)).toBeLessThan(0.2);
  });
});
