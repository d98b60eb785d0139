import sharp from 'sharp';
import type { EnginePage } from './page.ts';

/** Texts on pictures. */
const ON_PICTURES = '.hero h1, .hero p, .page-head-pictured h1, .page-head-pictured p';
/** WCAG 2.2, 1.4.3. */
const MIN_RATIO = 4.5;
const MIN_RATIO_LARGE = 3;
const LARGE_PX = 24;
/** Share of the pixels behind a text that may have less contrast. */
const IGNORED_SHARE = 0.02;

type Text = {
  text: string;
  color: string;
  size: number;
  left: number;
  top: number;
  width: number;
  height: number;
};

function textsAt(selector: string): Text[] {
  return Array.from(document.querySelectorAll<HTMLElement>(selector))
    .filter((element) => element.getClientRects().length > 0)
    .map((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const { left, top, width, height } = range.getBoundingClientRect();
      const { color, fontSize } = getComputedStyle(element);
      return {
        text: element.innerText.slice(0, 30),
        color,
        size: parseFloat(fontSize),
        left,
        top,
        width,
        height,
      };
    });
}

function hideTexts(selector: string): void {
  for (const element of Array.from(document.querySelectorAll<HTMLElement>(selector)))
    element.style.visibility = 'hidden';
}

const channel = (value: number): number =>
  value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
/** Relative luminance of WCAG. */
const luminance = ([red = 0, green = 0, blue = 0]: number[]): number =>
  0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue);
const contrast = (one: number, two: number): number =>
  (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);

/** Contrast of a text with the pixels behind it. */
async function contrastOf(words: Text, screenshot: Buffer): Promise<number> {
  const { width = 0, height = 0 } = await sharp(screenshot).metadata();
  const left = Math.max(0, Math.floor(words.left));
  const top = Math.max(0, Math.floor(words.top));
  const { data } = await sharp(screenshot)
    .extract({
      left,
      top,
      width: Math.min(Math.ceil(words.width), width - left),
      height: Math.min(Math.ceil(words.height), height - top),
    })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const ink = luminance((words.color.match(/[\d.]+/gu) ?? []).map(Number));
  const all: number[] = [];
  for (let at = 0; at < data.length; at += 3)
    all.push(contrast(ink, luminance([...data.subarray(at, at + 3)])));
  return all.sort((one, two) => one - two)[Math.floor(all.length * IGNORED_SHARE)] ?? 0;
}

/** Visible texts with too little contrast to their picture. */
export async function lowContrastTexts(page: EnginePage): Promise<string[]> {
  const words = (await page.evaluate(textsAt, ON_PICTURES)).filter(
    ({ width, height }) => width > 2 && height > 2,
  );
  if (words.length === 0) return [];
  const high = await page.evaluate(() => innerHeight);
  await page.evaluate(hideTexts, ON_PICTURES);
  const screenshot = await page.screenshot();
  const faint: string[] = [];
  for (const one of words.filter(({ top, height }) => top >= 0 && top + height <= high)) {
    const found = await contrastOf(one, screenshot);
    if (found < (one.size >= LARGE_PX ? MIN_RATIO_LARGE : MIN_RATIO))
      faint.push(`“${one.text}”: ${found.toFixed(1)}`);
  }
  return faint;
}
