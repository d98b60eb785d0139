import type { Locator } from 'playwright';
import sharp from 'sharp';
import type { Check } from '../check.ts';

const MIN_SIDE = 16;
/** Text has two flat colours and sharp edges between them; photographs and drawings have shades. */
const MIN_FLAT_SHARE = 0.8;
const MIN_EDGES = 0.02;
const MAX_EDGES = 0.5;

/** Whether a picture looks like lines of text. */
async function looksLikeText(picture: Locator): Promise<boolean> {
  const { data, info } = await sharp(await picture.screenshot())
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const bins = new Array<number>(16).fill(0);
  let edges = 0;
  for (const [at, value] of data.entries()) {
    bins[value >> 4] = (bins[value >> 4] ?? 0) + 1;
    if (at % info.width > 0 && Math.abs(value - (data[at - 1] ?? 0)) > 64) edges += 1;
  }
  const [first = 0, second = 0] = bins.sort((one, other) => other - one);
  const isSharp = edges / data.length > MIN_EDGES && edges / data.length < MAX_EDGES;
  return isSharp && (first + second) / data.length > MIN_FLAT_SHARE;
}

/** Results by address: a picture is on several pages. */
const known = new Map<string, Promise<boolean>>();
function isText(picture: Locator, src: string): Promise<boolean> {
  const result = known.get(src) ?? looksLikeText(picture);
  known.set(src, result);
  return result;
}

export const pictures: Check = {
  id: 'pictures',
  run: async ({ page, facts }) => {
    const found = [];
    const named: string[] = [];
    for (const picture of await page.locator('main img, main [role=img]').all()) {
      const box = await picture.boundingBox();
      if (!box || Math.min(box.width, box.height) < MIN_SIDE) continue;
      const { alt, src } = await picture.evaluate((image) => ({
        alt: image.getAttribute('alt') ?? image.ariaLabel,
        src: image.getAttribute('src') ?? '',
      }));
      if (alt) named.push(`${src.split('/').at(-1)}: ${alt}`);
      else if (await isText(picture, src))
        found.push({
          criterion: '1.1.1',
          message: `a picture of text without a text alternative: ${src.slice(0, 80)}`,
        });
    }
    facts.pictures = named;
    return found;
  },
};
