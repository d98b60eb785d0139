/** @module-tag matrix */
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Language, languages } from '../../src/i18n/languages.ts';
import { lostInForcedColours, moving } from '../gallery/emulated.ts';
import { type Gallery, specimenHtml, startGallery } from '../gallery/server.ts';
import { type Specimen, specimenHref } from '../gallery/specimen.ts';
import { areas, specimens } from '../gallery/specimens/index.ts';
import { COLOURS, EVERYTHING, loadAxe, violationsOf } from '../support/axe.ts';
import { newContext, viewports } from '../support/browser.ts';
import { markupFaults } from '../support/markup.ts';
import { overflowIn } from '../support/overflow.ts';

/** Number of pages checked concurrently. Chromium renders each in its own process. */
const CONCURRENT_PAGES = 2;
/** Timeout of an area of about thirty pages. */
const TIMEOUT_MS = 180_000;
/** Maximum failures reported per area. */
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

/** Runs a check on every specimen of an area and returns the findings, prefixed by its name. */
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

/** Each language is checked in one look, because rules and colours do not depend on the texts. */
const looks = {
  zh: { ...viewports.phone, colorScheme: 'light', rules: EVERYTHING },
  en: { ...viewports.desk, colorScheme: 'dark', rules: COLOURS },
} as const;

const accessible: Check = async (page, { language }) => {
  const { width, height, colorScheme, rules } = looks[language];
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme });
  await loadAxe(page);
  const found = await violationsOf(page, rules);
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
};

/** Uses a width at which the menu is a row. */
const emulated: Check = async (page) => {
  await page.setViewportSize(viewports.desk);
  return [...(await moving(page)), ...(await lostInForcedColours(page))];
};

/** Runs in the page. Returns titles that are not in the same place of their item as the first title of the list. */
const findMisplacedTitles = () =>
  [...document.querySelectorAll('.list-grid, .reports ul, .article-list')].flatMap((list) => {
    const titles = [...list.querySelectorAll(':scope > li')].map((item) => {
      const title = item.querySelector('h2, h3, h4') ?? item;
      const [own, box] = [title.getBoundingClientRect(), item.getBoundingClientRect()];
      const [x, y] = [own.left - box.left, own.top - box.top - item.clientTop];
      return { place: `${Math.round(x)}, ${Math.round(y)}`, text: `${list.className} ${title.textContent}` };
    });
    const [first] = titles;
    return titles
      .filter(({ place }) => place !== first?.place)
      .map(({ place, text }) => `${text}: ${place} instead of ${first?.place}`);
  });

const misplacedTitles: Check = async (page) => {
  const found: string[] = [];
  for (const viewport of [viewports.phone, viewports.desk]) {
    await page.setViewportSize(viewport);
    found.push(...(await page.evaluate(findMisplacedTitles)));
  }
  return found;
};

describe.each(areas)('specimens of $area', { timeout: TIMEOUT_MS }, ({ area }) => {
  it('specimens are valid HTML', async () => {
    const own = specimens.filter((one) => one.area === area);
    const faults = own.map(async (specimen) =>
      (await markupFaults(specimenHtml(specimen))).map((fault) => `${specimen.id}: ${fault}`),
    );
    expect((await Promise.all(faults)).flat().slice(0, MAX_REPORTED)).toEqual([]);
  });

  it('specimens pass axe on a light phone in Chinese and a dark desktop in English', async () => {
    expect(await checkAll(area, accessible)).toEqual([]);
  });

  it('specimens do not overflow horizontally', async () => {
    expect(await checkAll(area, (page) => overflowIn('body', page))).toEqual([]);
  });

  it('titles of a list align whether their records have pictures or not', async () => {
    expect(await checkAll(area, misplacedTitles)).toEqual([]);
  });

  // English only, because the result does not depend on the language.
  it('specimens respect reduced motion and forced colours', async () => {
    expect(await checkAll(area, emulated, ['en'])).toEqual([]);
  });
});
