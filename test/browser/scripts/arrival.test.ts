import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserForFile } from '../../support/browser.ts';
import type { DemoSite } from '../../support/demo-site.ts';
import { startEightItemSite } from '../../support/large-menu-site.ts';
import { withoutScript } from '../../support/without.ts';

const PAGE = '/en/about-us';
const ID = 'message-from-the-chair';
const LINK = `${PAGE}?go=Message%20from%20the%20Chair`;
const ROOM = 20;
const SCRIPT = /\/assets\/site-\w+\.js$/u;
const STYLE = /\/assets\/site-\w+\.css$/u;
/** How long a script takes to come over a slow line, in milliseconds. */
const LATE_MS = 1000;
/** A scroll in fewer steps is a jump; a step larger than this share of the way is one too. */
const FEWEST_STEPS = 8;
const LARGEST_STEP = 0.4;
/** The header of 1280 pixels has the menu as a row; the others are lower. */
const WIDTHS = [1280, 820, 360];
const WITH_ROW_PX = 101;
const WITHOUT_ROW_PX = 60;

const { withPage } = browserForFile();
let site: DemoSite;
beforeAll(async () => {
  site = await startEightItemSite();
});
afterAll(() => site.stop());

const viewportOf = (width: number) => ({ width, height: 800 });

/** Keeps where the page was scrolled to, frame by frame. */
const recordScroll = (page: Page) =>
  page.addInitScript(() => {
    const places = [0];
    Object.assign(window, { places });
    const look = () => {
      if (places.at(-1) !== scrollY) places.push(scrollY);
      requestAnimationFrame(look);
    };
    look();
  });
const placesOf = (page: Page): Promise<number[]> =>
  page.evaluate(() => (window as unknown as { places: number[] }).places);

/** Where the section, its heading and the header stand in the window. */
const whereabouts = (page: Page) =>
  page.evaluate((id) => {
    const [section, header] = [document.getElementById(id), document.querySelector('header')];
    const heading = section?.querySelector('h2');
    if (!section || !heading || !header) throw new Error('the page lacks a part');
    const { top } = section.getBoundingClientRect();
    const { bottom, height } = header.getBoundingClientRect();
    return { top, heading: heading.getBoundingClientRect().top, header: { bottom, height } };
  }, ID);

async function expectBelowHeader(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      const { top, header } = await whereabouts(page);
      return Math.abs(top - header.height - ROOM);
    })
    .toBeLessThanOrEqual(1);
}

/** The whole section is to be seen, its heading as well, and not far down. */
async function expectUncovered(page: Page): Promise<void> {
  await expect.poll(async () => (await whereabouts(page)).top).toBeLessThan(300);
  const { top, heading, header } = await whereabouts(page);
  expect(top).toBeGreaterThanOrEqual(Math.max(header.bottom, 0));
  expect(heading).toBeGreaterThanOrEqual(top);
}

function expectSmooth(places: number[]): void {
  const steps = places.slice(1).map((place, index) => place - (places[index] ?? 0));
  expect(steps.length).toBeGreaterThanOrEqual(FEWEST_STEPS);
  expect(Math.min(...steps)).toBeGreaterThan(0);
  expect(Math.max(...steps)).toBeLessThan(LARGEST_STEP * (places.at(-1) ?? 0));
}

it.each([
  [1280, WITH_ROW_PX],
  [820, WITHOUT_ROW_PX],
])('the header of eight items at %s pixels is %s pixels high', (width, height) =>
  withPage({ viewport: viewportOf(width) }, async (page) => {
    await page.goto(site.base + PAGE);
    expect(Math.round((await whereabouts(page)).header.height)).toBe(height);
  }),
);

describe.each(WIDTHS)('an address with `go` at %s pixels', (width) => {
  it.each([
    ['without a fragment', LINK, 0],
    ['with the fragment of a rendered link', `${LINK}#${ID}`, 0],
    ['and a script that comes late', `${LINK}#${ID}`, LATE_MS],
  ])('%s is scrolled to smoothly, below the whole header', (_name, path, late) =>
    withPage({ viewport: viewportOf(width), reducedMotion: 'no-preference' }, async (page) => {
      await recordScroll(page);
      await page.route(SCRIPT, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, late));
        await route.continue();
      });
      await page.goto(site.base + path);
      await expectBelowHeader(page);
      expectSmooth(await placesOf(page));
      expect(page.url()).toBe(`${site.base}${LINK}#${ID}`);
    }),
  );

  it('that is a fragment alone ends below the whole header', () =>
    withPage({ viewport: viewportOf(width) }, async (page) => {
      await page.goto(`${site.base}${PAGE}#${ID}`);
      await expectBelowHeader(page);
    }));
});

describe.each(withoutScript)('with $name', ({ options, prepare }) => {
  const arrive = (width: number, use: (page: Page) => Promise<void> = async () => {}) =>
    withPage({ ...options, viewport: viewportOf(width) }, async (page) => {
      await prepare(page);
      await use(page);
      await page.goto(`${site.base}${LINK}#${ID}`);
      await expectUncovered(page);
      // A request under way when the page closes would fail outside the test.
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });

  it.each(WIDTHS)('the section is to be seen, heading and all, at %s pixels', (width) => arrive(width));

  it.each(WIDTHS)('a header of half the window hides nothing of it at %s pixels', (width) =>
    arrive(width, async (page) => {
      await page.route(STYLE, async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: `${await response.text()} .masthead { min-height: 400px }` });
      });
    }),
  );
});

it('a script that comes after the jump of the browser makes room for the header', () =>
  withPage({ viewport: viewportOf(1280) }, async (page) => {
    const address = new Promise<string>((resolve) => {
      void page.route(SCRIPT, (route) => {
        resolve(route.request().url());
        return route.abort();
      });
    });
    await page.goto(`${site.base}${PAGE}#${ID}`);
    await expectUncovered(page);
    await page.unroute(SCRIPT);
    await page.addScriptTag({ type: 'module', url: `${await address}?again` });
    await expectBelowHeader(page);
  }));

it('the height that is kept free follows the header', () =>
  withPage({ viewport: viewportOf(1280) }, async (page) => {
    await page.goto(site.base + PAGE);
    await page.setViewportSize(viewportOf(820));
    await page.evaluate((id) => {
      location.hash = id;
    }, ID);
    await expectBelowHeader(page);
  }));
