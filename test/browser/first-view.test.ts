import type { Page } from 'playwright';
import { expect } from 'vitest';
import { viewports, withPage } from '../support/browser.ts';
import { itFirst } from '../support/matrix.ts';
import { recordRendering, renderingOf } from '../support/wire.ts';

const STYLE = /\/assets\/site-\w+\.css$/u;
const MAX_SHIFT = 0.001;
const PATHS = [
  '/en',
  '/about-us',
  '/en/news/group-news/1003',
  '/en/work-with-us/application',
  '/en/search',
  '/',
];

/** Delays the style of a page until the returned function is called. */
async function holdStyle(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(STYLE, async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

/** Measures the bottom of the page's head or hero and the font of its heading. */
const seen = () => {
  const heading = document.querySelector('h1') as HTMLElement;
  return {
    font: getComputedStyle(heading).fontFamily,
    bottom: document.querySelector('.page-head, .hero')?.getBoundingClientRect().bottom,
    hasFooter: document.querySelector('footer') !== null,
  };
};

itFirst(2, PATHS)('a phone paints the head of %s at its final position before the style has loaded', (path) =>
  withPage({ viewport: viewports.phone }, async (page, { demo }) => {
    const letStyleLoad = await holdStyle(page);
    await recordRendering(page);
    const loaded = page.goto(demo + path);
    await page.locator('h1').waitFor();
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    const first = await page.evaluate(seen);
    expect(first.hasFooter).toBe(false);
    letStyleLoad();
    await loaded;
    expect(await page.evaluate(seen)).toEqual({ ...first, hasFooter: true });
    expect((await renderingOf(page)).shift).toBeLessThanOrEqual(MAX_SHIFT);
  }),
);
