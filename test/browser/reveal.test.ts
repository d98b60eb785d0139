import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { complaintsOf, viewports, withPage } from '../support/browser.ts';
import { stopClock } from '../support/clock.ts';
import { MATRIX } from '../support/matrix.ts';
import { withoutScript } from '../support/missing-features.ts';

const DELAY_MS = 300;
const MOVING = { reducedMotion: 'no-preference' } as const;
const WIDE = { ...MOVING, viewport: viewports.desk };
const REVEAL = /\/assets\/reveal-\w+\.js$/u;
/** Selector of every block that can be animated. */
const BLOCKS = '.figures, .features > li, .block-head, .block-body';

/** Counts blocks that are out of place until they are scrolled to. */
const displaced = (page: Page): Promise<number> =>
  page
    .locator(BLOCKS)
    .evaluateAll((blocks) => blocks.filter((block) => getComputedStyle(block).transform !== 'none').length);
const marked = (page: Page): Promise<number> => page.locator('[data-aos]').count();

/** Opens a page with a stopped clock and records requests for the script. */
async function open(page: Page, url: string): Promise<string[]> {
  const asked: string[] = [];
  page.on('request', (request) => REVEAL.test(request.url()) && asked.push(request.url()));
  await stopClock(page);
  await page.goto(url, { waitUntil: 'load' });
  return asked;
}

/** Starts AOS and waits until blocks below the window are out of place. */
async function start(page: Page): Promise<void> {
  await page.clock.runFor(DELAY_MS);
  await page.locator('[data-aos]').last().waitFor({ state: 'attached' });
  await page.clock.runFor(200);
  await expect.poll(() => displaced(page)).toBeGreaterThan(3);
}

/** Calls a function with the home page on a wide screen after AOS has started. */
const withReveal = (use: (page: Page) => Promise<void>) =>
  withPage(WIDE, async (page, { demo }) => {
    await open(page, `${demo}/en`);
    await start(page);
    await use(page);
  });

/** Scrolls and waits a frame, in which the browser dispatches the scroll event to AOS. */
async function scrollTo(page: Page, top: number): Promise<void> {
  await page.evaluate((y) => window.scrollTo(0, y), top);
  await page.clock.runFor(500);
}

it('loads and starts AOS after the delay', { tags: MATRIX }, () =>
  withPage(WIDE, async (page, { demo }) => {
    const complaints = complaintsOf(page);
    const asked = await open(page, `${demo}/en`);
    await page.clock.runFor(DELAY_MS - 1);
    expect(asked).toEqual([]);
    await start(page);
    expect(asked).toHaveLength(1);
    expect(complaints).toEqual([]);
  }),
);

it.each([
  ['an article', '/en/news/group-news/1003'],
  ['search results', '/en/search?keyword=fund'],
])('moves blocks below the first view of %s', (_name, path) =>
  withPage({ ...MOVING, viewport: { width: 1280, height: 500 } }, async (page, { demo }) => {
    await open(page, demo + path);
    await page.clock.runFor(DELAY_MS);
    await expect.poll(() => page.locator('main [data-aos]:not(.aos-animate)').count()).toBeGreaterThan(2);
  }),
);

it('leaves blocks of the first view in place until they are scrolled out of view', { tags: MATRIX }, () =>
  withPage(WIDE, async (page, { demo }) => {
    await open(page, `${demo}/en`);
    await page.evaluate(() => window.scrollTo(0, 700));
    await start(page);
    const blocks = await page.locator(BLOCKS).evaluateAll((all) =>
      all.map((block) => ({
        isMoved: !block.closest('.aos-animate'),
        isBelow: (block.closest('.block') ?? block).getBoundingClientRect().top >= innerHeight,
        // The blocks must be visible in a captured or saved page.
        isVisible: block.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
      })),
    );
    expect(blocks.filter(({ isBelow }) => isBelow).every(({ isMoved }) => isMoved)).toBe(true);
    expect(blocks.every(({ isMoved }) => isMoved)).toBe(false);
    expect(blocks.every(({ isVisible }) => isVisible)).toBe(true);
    const seen = page.locator('main [data-aos].aos-animate').first();
    const name = await seen.evaluate((block) => {
      block.id ||= 'seen';
      return block.id;
    });
    await scrollTo(page, await page.evaluate(() => document.body.scrollHeight));
    await expect
      .poll(() => page.locator(`#${name}`).evaluate((block) => block.classList.contains('aos-animate')))
      .toBe(false);
  }),
);

it('puts focused and printed blocks in place', { tags: MATRIX }, () =>
  withReveal(async (page) => {
    const block = page.locator('[data-aos]:has(a)').last();
    await block
      .locator('a')
      .first()
      .evaluate((link) => link.focus({ preventScroll: true }));
    await expect.poll(() => block.evaluate((element) => getComputedStyle(element).transform)).toBe('none');
    expect(await displaced(page)).toBeGreaterThan(3);
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => displaced(page)).toBe(0);
  }),
);

it('leaves every block in place while the window is narrow', { tags: MATRIX }, () =>
  withReveal(async (page) => {
    await page.setViewportSize({ width: 700, height: 900 });
    await expect.poll(() => displaced(page)).toBe(0);
    await page.setViewportSize(viewports.desk);
    await page.clock.runFor(1000);
    await expect.poll(() => displaced(page)).toBeGreaterThan(3);
  }),
);

it('leaves every block in place if AOS does not load', { tags: MATRIX }, () =>
  withPage(WIDE, async (page, { demo }) => {
    let failures = 0;
    await page.route(REVEAL, (route) => {
      failures += 1;
      return route.abort();
    });
    await open(page, `${demo}/en`);
    // The reload guard reloads the page once.
    await expect
      .poll(async () => {
        await page.clock.runFor(DELAY_MS);
        return failures;
      })
      .toBe(2);
    await page.waitForLoadState();
    expect(await displaced(page)).toBe(0);
    expect(await marked(page)).toBe(0);
  }),
);

const saveData = (page: Page) =>
  page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'connection', { get: () => ({ saveData: true }) });
  });

it.each([
  ['on a phone', '/en', { ...MOVING, viewport: { width: 767, height: 900 } }, undefined],
  ['with reduced motion', '/en', { ...WIDE, reducedMotion: 'reduce' }, undefined],
  ['with Save-Data', '/en', WIDE, saveData],
  ['on a page without blocks below', '/en/search', WIDE, undefined],
] as const)('does not load AOS %s', { tags: MATRIX }, (_name, path, options, prepare) =>
  withPage(options, async (page, { demo }) => {
    await prepare?.(page);
    const asked = await open(page, demo + path);
    await page.clock.runFor(5 * DELAY_MS);
    expect(asked).toEqual([]);
    expect(await displaced(page)).toBe(0);
  }),
);

it.each(withoutScript)('leaves every block in place with $name', { tags: MATRIX }, ({ options, prepare }) =>
  withPage({ ...WIDE, ...options }, async (page, { demo }) => {
    await prepare(page);
    await page.goto(`${demo}/en`, { waitUntil: 'networkidle' });
    expect(await displaced(page)).toBe(0);
  }),
);
