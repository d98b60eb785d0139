import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright';
import { OPENED_AT } from '../support/clock.ts';
import { launchChromium } from '../support/tools.ts';
import { startGallery } from './server.ts';
import { specimenHref } from './specimen.ts';
import { specimens } from './specimens/index.ts';

/** `npx tsx test/gallery/shots.ts DIR [WORD]` takes screenshots of the built site's specimens. WORD selects by name. */
const [folder, word = ''] = process.argv.slice(2);
if (!folder) throw new Error('Usage: npx tsx test/gallery/shots.ts DIR [WORD]');

const WIDTHS = [360, 820, 1440];
/** Maximum height of a screenshot. Taller pages are truncated, because long lists only repeat. */
const MAX_HEIGHT = 12_000;

/** Loads lazy images and waits for images and fonts. */
const settle = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    // Decodes synchronously, because an asynchronous decode may finish after the screenshot.
    for (const image of document.images) Object.assign(image, { loading: 'eager', decoding: 'sync' });
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
    await document.fonts.ready;
    // Scrolls back to the top, because autofocus scrolls the page.
    scrollTo(0, 0);
  });

await mkdir(folder, { recursive: true });
await using browser = await launchChromium();
await using gallery = await startGallery();
for (const { id } of specimens.filter((specimen) => specimen.id.includes(word)))
  for (const width of WIDTHS) {
    // A new context has an empty cache, on which the choice of an image file depends.
    await using context = await browser.newContext({
      viewport: { width, height: 900 },
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await page.clock.setFixedTime(OPENED_AT);
    await page.goto(`${gallery.origin}${specimenHref(id)}`);
    await settle(page);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      await page.screenshot({
        path: path.join(folder, `${id}-${width}-${colorScheme}.png`),
        fullPage: true,
        clip: { x: 0, y: 0, width, height: Math.min(height, MAX_HEIGHT) },
        animations: 'disabled',
      });
    }
  }
