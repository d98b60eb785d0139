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
import { REMAINDER } from '../support/matrix.ts';
import { overflowing } from '../support/overflow.ts';

/** Pages checked concurrently: Chromium renders each in its own process. */
const AT_ONCE = 2;
/** An area has thirty pages; a busy machine takes a while for them. */
const PATIENCE_MS = 180_000;
/** Maximum faults reported per area. */
const TOLD = 40;

let context: BrowserContext;
let gallery: Gallery;
let pages: Page[];

beforeAll(async () => {
  [context, gallery] = await Promise.all([newContext({ bypassCSP: true }), startGallery()]);
  pages = await Promise.all(Array.from({ length: AT_ONCE }, () => context.newPage()));
});
afterAll(async () => {
  await context?.close();
  await gallery?.stop();
});

type Look = (page: Page, specimen: Specimen) => Promise<string[]>;

/** Findings of a check on every specimen of an area, prefixed by its name. */
async function lookAt(area: string, look: Look, seen: readonly Language[] = languages): Promise<string[]> {
  const waiting = specimens.filter((one) => one.area === area && seen.includes(one.language));
  const found: string[] = [];
  const work = async (page: Page): Promise<void> => {
    for (let specimen = waiting.shift(); specimen; specimen = waiting.shift()) {
      const { id } = specimen;
      await page.goto(`${gallery.origin}${specimenHref(id)}`);
      found.push(...(await look(page, specimen)).map((line) => `${id}: ${line}`));
    }
  };
  await Promise.all(pages.map(work));
  return found.slice(0, TOLD);
}

/**
 * Every state is looked at narrow and wide, light and dark, half of it in each language: neither the rules nor the
 * colours depend on the words.
 */
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

const accessible: Look = async (page, { language }) => {
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

/** On a desk, where the menu is a row. */
const emulated: Look = async (page) => {
  await page.setViewportSize(viewports.desk);
  return [...(await moving(page)), ...(await lostInForcedColours(page)), ...(await unseenFocus(page))];
};

/** One of the specimens with a style that spoils it: the looks have to see that. */
async function spoilt(style: string, look: Look): Promise<string> {
  const [page] = pages;
  const specimen = specimens.find(({ id }) => id === 'lists-a-few-items-en');
  if (!page || !specimen) throw new Error('nothing to spoil');
  await page.goto(`${gallery.origin}${specimenHref(specimen.id)}`);
  await page.addStyleTag({ content: style });
  return (await look(page, specimen)).join('\n');
}

it.each([
  [
    'a line that does not break',
    '.card-title { white-space: nowrap; width: 2rem }',
    overflowing,
    'out of its box',
  ],
  ['a wide box', '.cards { width: 3000px }', overflowing, 'scrolls sideways'],
  ['words that are cut', '.card-summary { max-height: 1rem; overflow: hidden }', overflowing, 'cut off'],
  ['a slow change', '.card-title a { transition: color 1s }', emulated, 'card-link'],
  ['a focus without a ring', 'a:focus-visible { outline: 0 }', emulated, 'no outline'],
  ['a button without an edge', '.search-form button { border: 0 !important }', emulated, 'no edge'],
  ['a pale text', '.card-meta { color: #999 }', accessible, 'color-contrast'],
])('%s would be seen', async (_name, style, look, fault) => {
  expect(await spoilt(style, look)).toContain(fault);
});

it('every specimen has an id of its own', () => {
  expect(new Set(specimens.map(({ id }) => id)).size).toBe(specimens.length);
});

describe.each(areas)('the specimens of $area', { timeout: PATIENCE_MS }, ({ area }) => {
  it('are valid HTML', async () => {
    const own = specimens.filter((one) => one.area === area);
    const faults = own.map(async (specimen) =>
      (await markupFaults(specimenHtml(specimen))).map((fault) => `${specimen.id}: ${fault}`),
    );
    expect((await Promise.all(faults)).flat().slice(0, TOLD)).toEqual([]);
  });

  it.each([
    ['English, wide and light, narrow and dark', 'en'],
    ['Chinese, narrow and light, wide and dark', 'zh'],
  ] as const)('leave axe nothing to find in %s', { tags: REMAINDER }, async (_, language) => {
    expect(await lookAt(area, accessible, [language])).toEqual([]);
  });

  it('keep their words in their boxes and never scroll sideways', async () => {
    expect(await lookAt(area, overflowing)).toEqual([]);
  });

  // Independent of the language.
  it('keep still where motion is reduced, and their edges where colours are forced', async () => {
    expect(await lookAt(area, emulated, ['en'])).toEqual([]);
  });
});
