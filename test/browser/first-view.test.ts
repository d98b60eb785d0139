import { expect } from 'vitest';
import { viewports, withPage } from '../support/browser.ts';
import { itFirst } from '../support/matrix.ts';
import { keepUnrest, unrestOf } from '../support/wire.ts';

const STYLE = /\/assets\/site-\w+\.css$/u;
const MOST_SHIFT = 0.001;
const TASK_MS = 50;
const PATHS = [
  '/en',
  '/en/news/group-news/1003',
  '/en/work-with-us/application',
  '/about-us',
  '/en/search?keyword=a',
  '/',
];

/** The bottom of the page's head or hero, its heading's font and whether anything stands below. */
const seen = () => {
  const heading = document.querySelector('h1') as HTMLElement;
  return {
    font: getComputedStyle(heading).fontFamily,
    bottom: document.querySelector('.page-head, .hero')?.getBoundingClientRect().bottom,
    hasFooter: document.querySelector('footer') !== null,
  };
};

itFirst(3, PATHS)('a phone shows the head of %s as it stays, before the style has come', (path) =>
  withPage({ viewport: viewports.phone }, async (page, { demo }) => {
    const style = Promise.withResolvers<void>();
    await page.route(STYLE, async (route) => {
      await style.promise;
      await route.continue();
    });
    await keepUnrest(page, TASK_MS);
    const loaded = page.goto(demo + path);
    await page.locator('h1').waitFor();
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    const first = await page.evaluate(seen);
    expect(first.hasFooter).toBe(false);
    style.resolve();
    await loaded;
    expect(await page.evaluate(seen)).toEqual({ ...first, hasFooter: true });
    expect((await unrestOf(page)).shift).toBeLessThanOrEqual(MOST_SHIFT);
  }),
);

itFirst(1, PATHS)('%s is readable where its style never comes', (path) =>
  withPage({ viewport: viewports.phone }, async (page, { demo }) => {
    await page.route(STYLE, (route) => route.abort());
    await page.goto(demo + path);
    const { font, hasFooter } = await page.evaluate(seen);
    expect(font).toMatch(/Georgia|Songti/u);
    expect(hasFooter).toBe(true);
  }),
);
