/** @module-tag matrix */
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Language, languages } from '../../src/i18n/languages.ts';
import { lostInForcedColours, moving, unseenFocus } from '../gallery/emulated.ts';
import { type Gallery, specimenHtml, startGallery } from '../gallery/server.ts';
import { type Specimen, specimenHref } from '../gallery/specimen.ts';
import { areas, specimens } from '../gallery/specimens/index.ts';
import { COLOURS, EVERYTHING, loadAxe, violationsOf } from '../support/axe.ts';
import { newContext, viewports } from '../support/browser.ts';
import { markupFaults } from '../support/markup.ts';
import { overflowIn } from '../support/overflow.ts';

/** Pages checked concurrently: Chromium renders each in its own process. */
const CONCURRENT_PAGES = 2;
/** An area has thirty pages. */
const TIMEOUT_MS = 180_000;
/** Maximum faults reported per area. */
const MAX_REPORTED = 40;

let context: BrowserContext;
let gallery: Gallery;
let pages: Page[];

beforeAll(async () => {
  [context, gallery] = await Promise.all([newContext({ bypassCSP: true }), startGallery()]);
  pages = await Promise.all(Array.from({ length: CONCURRENT_PAGES }, () => context.newPage()));
});
afterAll(async () => {
  await context?.close();
  await gallery?.stop();
});

type Check = (page: Page, specimen: Specimen) => Promise<string[]>;

/** Findings of a check on every specimen of an area, prefixed by its name. */
async function checkAll(
  area: string,
  check: Check,
  seen: readonly Language[] = languages,
): Promise<string[]> {
  const waiting = specimens.filter((one) => one.area === area && seen.includes(one.language));
  const found: string[] = [];
  const work = async (page: Page): Promise<void> => {
    for (let specimen = waiting.shift(); specimen; specimen = waiting.shift()) {
      const { id } = specimen;
      await page.goto(`${gallery.origin}${specimenHref(id)}`);
      found.push(...(await check(page, specimen)).map((line) => `${id}: ${line}`));
    }
  };
  await Promise.all(pages.map(work));
  return found.slice(0, MAX_REPORTED);
}

/** Each language covers half of the widths and colour schemes: rules and colours do not depend on the texts. */
const runsOf = {
  zh: [
    { ...viewports.phone, colorScheme: 'light', rules: EVERYTHING },
    { ...viewports.desk, colorScheme: 'dark', rules: COLOURS },
  ],
  en: [
    { ...viewports.desk, colorScheme: 'light', rules: EVERYTHING },
    { ...viewports.phone, colorScheme: 'dark', rules: COLOURS },
  ],
} as const;

const accessible: Check = async (page, { language }) => {
  await loadAxe(page);
  const found: string[] = [];
  for (const { width, height, colorScheme, rules } of runsOf[language]) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => resolve(undefined))));
    found.push(...(await violationsOf(page, rules)).map((line) => `${width} ${colorScheme}: ${line}`));
  }
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
};

/** At a width where the menu is a row. */
const emulated: Check = async (page) => {
  await page.setViewportSize(viewports.desk);
  return [...(await moving(page)), ...(await lostInForcedColours(page)), ...(await unseenFocus(page))];
};

describe.each(areas)('the specimens of $area', { timeout: TIMEOUT_MS }, ({ area }) => {
  it('are valid HTML', async () => {
    const own = specimens.filter((one) => one.area === area);
    const faults = own.map(async (specimen) =>
      (await markupFaults(specimenHtml(specimen))).map((fault) => `${specimen.id}: ${fault}`),
    );
    expect((await Promise.all(faults)).flat().slice(0, MAX_REPORTED)).toEqual([]);
  });

  it.each([
    ['English, wide and light, narrow and dark', 'en'],
    ['Chinese, narrow and light, wide and dark', 'zh'],
  ] as const)('leave axe nothing to find in %s', async (_, language) => {
    expect(await checkAll(area, accessible, [language])).toEqual([]);
  });

  it('keep their words in their boxes and never scroll sideways', async () => {
    expect(await checkAll(area, (page) => overflowIn('body', page))).toEqual([]);
  });

  // Independent of the language.
  it('keep still where motion is reduced, and their edges where colours are forced', async () => {
    expect(await checkAll(area, emulated, ['en'])).toEqual([]);
  });
});
