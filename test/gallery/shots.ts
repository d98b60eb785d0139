import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright';
import { OPENED_AT } from '../support/clock.ts';
import { outsideFolder } from '../support/outside-folder.ts';
import { launchChromium } from '../support/tools.ts';
import { WIDTHS } from './index-page.ts';
import { type Gallery, startGallery } from './server.ts';
import { specimenHref } from './specimen.ts';
import { specimens } from './specimens/index.ts';

const SCHEMES = ['light', 'dark'] as const;
const HEIGHT = 900;
/** Concurrent screenshots: Chromium renders each page in its own process. */
const AT_ONCE = 2;
/** A picture of a page that is taller is cut there: a hundred of anything look the same further down. */
const MOST_HEIGHT = 12_000;
const USAGE =
  'npx tsx test/gallery/shots.ts DIR [WORD], DIR outside the repository; WORD chooses specimens by their names';

type Shot = { id: string; width: number };

/** Fetches what would wait to be scrolled to, and waits for all that comes. */
const settle = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (const image of document.images) {
      // Of a picture's widths a browser prefers one that it has already: which one that is depends on what came first.
      const widths = image.srcset.split(', ').map((one) => one.split(' '));
      const [fitting] =
        widths.find(([, width = '']) => Number.parseInt(width, 10) >= image.width) ?? widths.at(-1) ?? [];
      // A picture that is decoded beside the page may come a frame too late for its own picture.
      Object.assign(image, { loading: 'eager', decoding: 'sync', srcset: '', src: fitting || image.src });
    }
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
    await document.fonts.ready;
    // What takes the focus by itself scrolls, and the header with it.
    scrollTo(0, 0);
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });

/** One specimen at one width, under a stopped clock. */
async function shoot(page: Page, { width, id }: Shot, address: string, folder: string): Promise<void> {
  await page.clock.setFixedTime(OPENED_AT);
  await page.goto(address);
  await settle(page);
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const tall = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.screenshot({
      path: path.join(folder, `${id}-${width}-${colorScheme}.png`),
      fullPage: true,
      clip: { x: 0, y: 0, width, height: Math.min(tall, MOST_HEIGHT) },
      animations: 'disabled',
    });
  }
}

/** Takes shot after shot, each in a context of its own, which no page before it has changed. */
async function work(browser: Browser, { origin }: Gallery, waiting: Shot[], folder: string): Promise<void> {
  for (let shot = waiting.shift(); shot; shot = waiting.shift()) {
    await using context = await browser.newContext({
      viewport: { width: shot.width, height: HEIGHT },
      reducedMotion: 'reduce',
      locale: 'zh-CN',
      timezoneId: 'Asia/Shanghai',
    });
    await shoot(await context.newPage(), shot, `${origin}${specimenHref(shot.id)}`, folder);
  }
}

async function shootAll(folder: string, word: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await using browser = await launchChromium();
  await using gallery = await startGallery();
  const chosen = specimens.filter(({ id }) => id.includes(word));
  const waiting = chosen.flatMap(({ id }) => WIDTHS.map((width) => ({ id, width })));
  await Promise.all(Array.from({ length: AT_ONCE }, () => work(browser, gallery, waiting, folder)));
  console.log(`${chosen.length * WIDTHS.length * SCHEMES.length} pictures in ${folder}`);
}

const folder = outsideFolder(process.argv[2]);
if (folder) await shootAll(folder, process.argv[3] ?? '');
else {
  console.error(USAGE);
  process.exitCode = 2;
}
