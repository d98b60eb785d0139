import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright';
import { root } from '../../src/build/places.ts';
import { OPENED_AT } from '../support/clock.ts';
import { launchChromium } from '../support/tools.ts';
import { WIDTHS } from './index-page.ts';
import { type Gallery, startGallery } from './server.ts';
import { type Specimen, specimenHref } from './specimen.ts';
import { specimens } from './specimens/index.ts';

const SCHEMES = ['light', 'dark'] as const;
const HEIGHT = 900;
/** Pages taken at once: a Chromium draws each in a process of its own. */
const AT_ONCE = 2;
/** A picture of a page that is taller is cut there: a hundred of anything look the same further down. */
const MOST_HEIGHT = 12_000;
const USAGE =
  'npm run gallery:shots -- DIR [WORD], DIR outside the repository; WORD chooses specimens by their names';

/** The folder to write to: pictures of pages are no part of the project. */
function folderOf(name: string | undefined): string | undefined {
  if (!name) return undefined;
  const folder = path.resolve(name);
  return /^\.\.(?:\/|$)/u.test(path.relative(root, folder)) ? folder : undefined;
}

/** Fetches what would wait to be scrolled to, and waits for all that comes. */
const settle = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    // A picture that is decoded beside the page may come a frame too late for its own picture.
    for (const image of document.images) Object.assign(image, { loading: 'eager', decoding: 'sync' });
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
    await document.fonts.ready;
    // What takes the focus by itself scrolls, and the masthead with it.
    scrollTo(0, 0);
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });

async function shoot(page: Page, { origin }: Gallery, specimen: Specimen, folder: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    await page.goto(`${origin}${specimenHref(specimen.id)}`);
    await settle(page);
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const tall = await page.evaluate(() => document.documentElement.scrollHeight);
      await page.screenshot({
        path: path.join(folder, `${specimen.id}-${width}-${colorScheme}.png`),
        fullPage: true,
        clip: { x: 0, y: 0, width, height: Math.min(tall, MOST_HEIGHT) },
        animations: 'disabled',
      });
    }
  }
}

/** One page of a stopped clock takes specimen after specimen while there are any. */
async function work(browser: Browser, gallery: Gallery, waiting: Specimen[], folder: string): Promise<void> {
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
  });
  const page = await context.newPage();
  await page.clock.setFixedTime(OPENED_AT);
  for (let specimen = waiting.shift(); specimen; specimen = waiting.shift()) {
    await shoot(page, gallery, specimen, folder);
  }
}

async function shootAll(folder: string, word: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const chosen = specimens.filter(({ id }) => id.includes(word));
  const [browser, gallery] = await Promise.all([launchChromium(), startGallery()]);
  try {
    const waiting = [...chosen];
    await Promise.all(Array.from({ length: AT_ONCE }, () => work(browser, gallery, waiting, folder)));
  } finally {
    await Promise.all([browser.close(), gallery.stop()]);
  }
  console.log(`${chosen.length * WIDTHS.length * SCHEMES.length} pictures in ${folder}`);
}

const folder = folderOf(process.argv[2]);
if (folder) await shootAll(folder, process.argv[3] ?? '');
else {
  console.error(USAGE);
  process.exitCode = 2;
}
