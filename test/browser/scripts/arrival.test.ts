import type { BrowserContextOptions, Page } from 'playwright';
import { afterAll, describe, expect, it } from 'vitest';
import { withPage } from '../../support/browser.ts';
import type { DemoSite } from '../../support/demo-site.ts';
import { startEightItemSite } from '../../support/large-menu-site.ts';
import { describeEach } from '../../support/matrix.ts';
import { withoutScript } from '../../support/without.ts';

const PAGE = '/en/about-us';
const ID = 'message-from-the-chair';
const LINK = `${PAGE}?go=Message%20from%20the%20Chair`;
const ROOM = 20;
const HEIGHT = 800;
const SCRIPT = /\/assets\/site-\w+\.js$/u;
const STYLE = /\/assets\/site-\w+\.css$/u;
/** Time that a script takes on a slow line. */
const LATE_MS = 1000;
/** A scroll in fewer steps is a jump, and so is one that is faster, in shares of the way a millisecond: a busy machine skips frames. */
const FEWEST_STEPS = 3;
const FASTEST = 0.006;
/** The menu is a row of the header if it fits; otherwise the header is lower. */
const WITH_ROW_PX = 100;
const WITHOUT_ROW_PX = 60;
const MENUS = [
  { menu: 'demo', width: 1280, height: WITH_ROW_PX },
  { menu: 'eight items', width: 1280, height: WITH_ROW_PX },
  { menu: 'eight items', width: 820, height: WITHOUT_ROW_PX },
  { menu: 'eight items', width: 360, height: WITHOUT_ROW_PX },
] as const;

let eightItems: Promise<DemoSite> | undefined;
const eightItemSite = (): Promise<DemoSite> => {
  eightItems ??= startEightItemSite();
  return eightItems;
};
afterAll(async () => (await eightItems)?.stop());

type Menu = Pick<(typeof MENUS)[number], 'menu' | 'width'>;

/** Calls `use` with a blank page and the address of a site with this menu. */
const withMenu = (
  { menu, width }: Menu,
  options: BrowserContextOptions | undefined,
  use: (page: Page, base: string) => Promise<void>,
) =>
  withPage({ viewport: { width, height: HEIGHT }, ...options }, async (page, sites) =>
    use(page, menu === 'demo' ? sites.demo : (await eightItemSite()).base),
  );

type Place = { y: number; at: number };

/** Records the scroll position of each frame. */
const recordScroll = (page: Page) =>
  page.addInitScript(() => {
    const places: { y: number; at: number }[] = [];
    Object.assign(window, { places });
    const look = (at: number) => {
      places.push({ y: scrollY, at });
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
const placesOf = (page: Page): Promise<Place[]> =>
  page.evaluate(() => (window as unknown as { places: Place[] }).places);

/** Positions of section, heading and header in the window. */
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

/** The section and its heading are visible near the top. */
async function expectUncovered(page: Page): Promise<void> {
  await expect.poll(async () => (await whereabouts(page)).top).toBeLessThan(300);
  const { top, heading, header } = await whereabouts(page);
  expect(top).toBeGreaterThanOrEqual(Math.max(header.bottom, 0));
  expect(heading).toBeGreaterThanOrEqual(top);
}

function expectSmooth(places: Place[]): void {
  const way = places.at(-1)?.y ?? 0;
  const steps = places
    .slice(1)
    .map(({ y, at }, index) => ({ by: y - (places[index]?.y ?? 0), ms: at - (places[index]?.at ?? 0) }))
    .filter(({ by }) => by !== 0);
  expect(steps.length).toBeGreaterThanOrEqual(FEWEST_STEPS);
  expect(Math.min(...steps.map(({ by }) => by))).toBeGreaterThan(0);
  expect(Math.max(...steps.map(({ by, ms }) => by / way / ms))).toBeLessThan(FASTEST);
}

/** The header with its row; `go-anchor.test.ts` has that of a phone. */
const isShown = ({ menu }: Menu) => menu === 'demo';

describeEach(MENUS, isShown)('with the menu of $menu at $width pixels', (menu) => {
  it(`the header is ${menu.height} pixels high`, () =>
    withMenu(menu, {}, async (page, base) => {
      await page.goto(base + PAGE);
      expect(Math.round((await whereabouts(page)).header.height)).toBe(menu.height);
    }));

  it.each([
    ['without a fragment', LINK, 0],
    ['with the fragment of a rendered link', `${LINK}#${ID}`, 0],
    ['and a script that comes late', `${LINK}#${ID}`, LATE_MS],
  ])('an address with `go` %s is scrolled to smoothly, below the whole header', (_name, path, late) =>
    withMenu(menu, { reducedMotion: 'no-preference' }, async (page, base) => {
      await recordScroll(page);
      await page.route(SCRIPT, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, late));
        await route.continue();
      });
      await page.goto(base + path);
      await expectBelowHeader(page);
      expectSmooth(await placesOf(page));
      expect(page.url()).toBe(`${base}${LINK}#${ID}`);
    }),
  );

  it('an address with only a fragment ends below the header', () =>
    withMenu(menu, {}, async (page, base) => {
      await page.goto(`${base}${PAGE}#${ID}`);
      await expectBelowHeader(page);
    }));

  describe.each(withoutScript)('and $name', ({ options, prepare }) => {
    const arrive = (use: (page: Page) => Promise<void> = async () => {}) =>
      withMenu(menu, options, async (page, base) => {
        await prepare(page);
        await use(page);
        await page.goto(`${base}${LINK}#${ID}`);
        await expectUncovered(page);
        // A request under way when the page closes would fail outside the test.
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      });

    it('the section is visible with its heading', () => arrive());

    it('a header of half the window does not cover the section', () =>
      arrive(async (page) => {
        await page.route(STYLE, async (route) => {
          const response = await route.fetch();
          await route.fulfill({ response, body: `${await response.text()} .header { min-height: 400px }` });
        });
      }));
  });
});

it('a script that loads after the jump of the browser makes room for the header', () =>
  withMenu(MENUS[0], {}, async (page, base) => {
    const address = new Promise<string>((resolve) => {
      void page.route(SCRIPT, (route) => {
        resolve(route.request().url());
        return route.fulfill({ contentType: 'text/javascript', body: '' });
      });
    });
    await page.goto(`${base}${PAGE}#${ID}`);
    await expectUncovered(page);
    await page.unroute(SCRIPT);
    await page.addScriptTag({ type: 'module', url: `${await address}?again` });
    await expectBelowHeader(page);
  }));

it('the offset of anchors follows the height of the header', () =>
  withMenu(MENUS[0], {}, async (page, base) => {
    await page.goto(base + PAGE);
    await page.setViewportSize({ width: 820, height: HEIGHT });
    await page.evaluate((id) => {
      location.hash = id;
    }, ID);
    await expectBelowHeader(page);
  }));
