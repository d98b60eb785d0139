import sharp, { type OverlayOptions } from 'sharp';
import type { EnginePage } from './page.ts';

/** Lets the header scroll away, as it would stand in each window, and gives the sides of the window and of the page. */
function unpin() {
  const header = document.querySelector<HTMLElement>('.header');
  if (header) header.style.position = 'static';
  const { clientWidth, clientHeight, scrollHeight } = document.documentElement;
  return { width: clientWidth, height: clientHeight, whole: scrollHeight };
}

/** Scrolls to a place and gives the one where that ends: the last window overlaps the one before. */
function scrollDown(top: number): number {
  window.scrollTo(0, top);
  return window.pageYOffset;
}

/**
 * The page from its top, `most` CSS pixels of it at most, put together window by window: not every engine draws what
 * stands outside its window. PNG, a pixel a CSS pixel.
 */
export async function wholePage(page: EnginePage, most: number): Promise<Buffer> {
  const { width, height, whole } = await page.ask(unpin);
  const end = Math.min(whole, most);
  const windows: OverlayOptions[] = [];
  for (let top = 0; top < end; top += height) {
    const place = await page.ask(scrollDown, top);
    const input = await sharp(await page.screenshot())
      .resize({ width })
      .png()
      .toBuffer();
    windows.push({ input, left: 0, top: Math.round(place) });
  }
  const canvas = { width, height: Math.max(end, height) + height, channels: 3 as const, background: '#fff' };
  const drawn = await sharp({ create: canvas }).composite(windows).png().toBuffer();
  return sharp(drawn).extract({ left: 0, top: 0, width, height: end }).png().toBuffer();
}
