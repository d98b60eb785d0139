import sharp from 'sharp';
import type { EnginePage } from './page.ts';

/** Words that stand on pictures. */
const ON_PICTURES = '.hero h1, .hero p, .page-head-pictured h1, .page-head-pictured p';
/** WCAG 2.2, 1.4.3: large letters are those from 24 px. */
const LEAST = 4.5;
const LEAST_LARGE = 3;
const LARGE_PX = 24;
/** So many pixels of a hundred below a line of words may be brighter or darker: the edge of a cloud. */
const SPARED = 0.02;

type Words = {
  text: string;
  color: string;
  size: number;
  left: number;
  top: number;
  width: number;
  height: number;
};

function wordsAt(selector: string): Words[] {
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

function hideWords(selector: string): void {
  for (const element of Array.from(document.querySelectorAll<HTMLElement>(selector)))
    element.style.visibility = 'hidden';
}

const channel = (value: number): number =>
  value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
/** Relative luminance, as WCAG defines it. */
const luminance = ([red = 0, green = 0, blue = 0]: number[]): number =>
  0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue);
const contrast = (one: number, two: number): number =>
  (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);

/** The contrast of words with the pixels behind them: of all but the few worst. */
async function contrastOf(words: Words, screenshot: Buffer): Promise<number> {
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
  return all.sort((one, two) => one - two)[Math.floor(all.length * SPARED)] ?? 0;
}

/** Words in sight that do not stand out from the picture behind them. */
export async function faintWords(page: EnginePage): Promise<string[]> {
  const words = (await page.ask(wordsAt, ON_PICTURES)).filter(({ width, height }) => width > 2 && height > 2);
  if (words.length === 0) return [];
  const high = await page.ask(() => innerHeight);
  await page.ask(hideWords, ON_PICTURES);
  const screenshot = await page.screenshot();
  const faint: string[] = [];
  for (const one of words.filter(({ top, height }) => top >= 0 && top + height <= high)) {
    const found = await contrastOf(one, screenshot);
    if (found < (one.size >= LARGE_PX ? LEAST_LARGE : LEAST))
      faint.push(`“${one.text}”: ${found.toFixed(1)}`);
  }
  return faint;
}
