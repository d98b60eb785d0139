import sharp from 'sharp';
import type { Check } from '../check.ts';

const MIN_SIDE = 16;

/** Text has few shades with sharp edges between them; photographs and drawings have many. */
async function looksLikeText(picture: Buffer): Promise<boolean> {
  const { entropy, sharpness } = await sharp(picture).stats();
  return entropy < 2 && sharpness > 8;
}

export const pictures: Check = async (page, { unsure }) => {
  const found: string[] = [];
  for (const picture of await page.locator('main img, main [role=img]').all()) {
    const box = await picture.boundingBox();
    if (!box || Math.min(box.width, box.height) < MIN_SIDE) continue;
    const [text, address] = await picture.evaluate((image) => [
      image.getAttribute('alt') ?? image.ariaLabel,
      image.getAttribute('src')?.slice(0, 80) ?? '',
    ]);
    if (text) unsure.push(`${address?.split('/').at(-1)}: ${text}`);
    else if (await looksLikeText(await picture.screenshot()))
      found.push(`1.1.1 a picture of text has no text alternative: ${address}`);
  }
  return found;
};
