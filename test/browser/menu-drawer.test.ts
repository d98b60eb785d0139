import type { BrowserContextOptions, Page } from 'playwright';
import { expect, it } from 'vitest';
import en from '../../locales/en/site.json' with { type: 'json' };
import { viewports, withPage } from '../support/browser.ts';
import { isFocused } from '../support/focus.ts';
import { describeEach } from '../support/matrix.ts';
import { doubleLetters, itemOf, sidewaysIn } from '../support/menu.ts';

const partsOf = (page: Page) => ({
  drawer: page.locator('.menu'),
  open: page.getByRole('link', { name: en.menu, exact: true }),
  close: page.getByRole('link', { name: en.closeMenu, exact: true }),
});

/** The script reacts shortly after the drawer is shown. */
const isHeard = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));

/** A page with its drawer open. */
const withDrawer = (options: BrowserContextOptions, path: string, use: (page: Page) => Promise<void>) =>
  withPage(options, async (page, sites) => {
    await page.goto(`${sites.demo}${path}`);
    await partsOf(page).open.click();
    if (options.javaScriptEnabled !== false) await isHeard(page);
    await use(page);
  });

const scrolled = (page: Page): Promise<number> => page.evaluate(() => scrollY);

const ways = (['phone', 'tablet'] as const).flatMap((device) =>
  [true, false].map((javaScriptEnabled) => ({ device, javaScriptEnabled })),
);
const isShown = ({ device, javaScriptEnabled }: (typeof ways)[number]) =>
  javaScriptEnabled === (device === 'phone');

describeEach(ways, isShown)(
  'the drawer ($device, scripts: $javaScriptEnabled)',
  ({ device, javaScriptEnabled }) => {
    const options = { viewport: viewports[device], javaScriptEnabled };

    it('is as high as the window, scrolls by itself, and keeps its button and the page where they are', () =>
      withDrawer({ ...options, viewport: { ...options.viewport, height: 600 } }, '/en', async (page) => {
        const { drawer, close } = partsOf(page);
        expect(await drawer.boundingBox()).toMatchObject({ y: 0, height: 600 });
        await drawer.hover();
        await page.mouse.wheel(0, 5000);
        const last = drawer.getByRole('link').last();
        await expect.poll(async () => (await last.boundingBox())?.y).toBeLessThan(600);
        await page.mouse.wheel(0, 5000);
        expect((await close.boundingBox())?.y).toBeGreaterThanOrEqual(0);
        await close.click();
        expect(await drawer.isVisible()).toBe(false);
        expect(await scrolled(page)).toBe(0);
      }));

    it('goes by Tab from its first link over the search to every other, each in sight below its head', () =>
      withDrawer(options, '/en/news', async (page) => {
        const { drawer, close } = partsOf(page);
        const head = await drawer.locator('.menu-head').boundingBox();
        const stops = await drawer.locator('a, button, input').all();
        for (const stop of stops) {
          await page.keyboard.press('Tab');
          expect(await isFocused(stop)).toBe(true);
          const box = await stop.boundingBox();
          if (!(await isFocused(close))) expect(box?.y).toBeGreaterThanOrEqual(head?.height ?? 0);
          expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(options.viewport.height);
        }
      }));

    it('says where the visitor is', () =>
      withDrawer(options, '/en/news/industry-insights', async (page) => {
        const { link, links } = itemOf(page, 2);
        expect(await link.getAttribute('aria-current')).toBe('true');
        expect(await links.nth(1).getAttribute('aria-current')).toBe('page');
        const colour = (element: Element) => getComputedStyle(element).color;
        expect(await links.nth(1).evaluate(colour)).not.toBe(await links.nth(0).evaluate(colour));
      }));
  },
);

describeEach([{ width: 320 }, { width: 820 }], ({ width }) => width === 320)(
  'the drawer at $width px with letters of twice the size',
  ({ width }) => {
    it('holds all its words, and its links are large enough to be hit', () =>
      withDrawer({ viewport: { width, height: 640 } }, '/en', async (page) => {
        const { drawer, close } = partsOf(page);
        expect((await itemOf(page, 0).links.first().boundingBox())?.height).toBeGreaterThanOrEqual(43);
        await doubleLetters(page);
        expect(await sidewaysIn(drawer)).toEqual([]);
        await itemOf(page, 6).links.last().scrollIntoViewIfNeeded();
        await close.click();
        expect(await drawer.isVisible()).toBe(false);
      }));
  },
);

const phone = { viewport: viewports.phone };

it('Escape closes the menu from anywhere in it and gives the focus back to its link', () =>
  withDrawer(phone, '/en/news', async (page) => {
    const { drawer, open } = partsOf(page);
    const places = [drawer.getByRole('searchbox'), itemOf(page, 0).link, itemOf(page, 6).links.last()];
    for (const place of places) {
      await place.focus();
      await page.keyboard.press('Escape');
      await expect.poll(() => drawer.isVisible()).toBe(false);
      await expect.poll(() => isFocused(open)).toBe(true);
      expect(new URL(page.url()).hash).toBe('');
      await page.keyboard.press('Enter');
      await isHeard(page);
    }
  }));

it.each([
  ['isComposing', { isComposing: true }],
  ['keyCode 229, as in Safari', { keyCode: 229 }],
])('an Escape of an input method keeps the menu open (%s)', (_name, composing) =>
  withDrawer(phone, '/en/news', async (page) => {
    const { drawer } = partsOf(page);
    await drawer.getByRole('searchbox').focus();
    await page.evaluate((init) => {
      const event = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, ...init });
      document.activeElement?.dispatchEvent(event);
    }, composing);
    await isHeard(page);
    expect(await drawer.isVisible()).toBe(true);
  }),
);

it('a focus that leaves the menu closes it: nothing behind it is gone through unseen', () =>
  withDrawer(phone, '/en/news', async (page) => {
    const { drawer } = partsOf(page);
    await itemOf(page, 6).links.last().focus();
    await page.keyboard.press('Tab');
    await expect.poll(() => drawer.isVisible()).toBe(false);
  }));

it('who comes back from a page that the menu led to finds it closed', () =>
  withDrawer(phone, '/en/news', async (page) => {
    await itemOf(page, 0).link.click();
    await page.waitForURL('**/en/about-us');
    await page.goBack();
    await page.waitForURL('**/en/news**');
    expect(await partsOf(page).drawer.isVisible()).toBe(false);
  }));

it('a tap beside the menu of a tablet closes it', () =>
  withDrawer({ viewport: viewports.tablet, javaScriptEnabled: false }, '/en', async (page) => {
    await page.mouse.click(60, 500);
    expect(await partsOf(page).drawer.isVisible()).toBe(false);
  }));

it('the page behind does not scroll, and does again when the drawer is closed', () =>
  withDrawer({ viewport: viewports.tablet }, '/en', async (page) => {
    await page.mouse.move(60, 500);
    await page.mouse.wheel(0, 800);
    await page.waitForTimeout(300);
    expect(await scrolled(page)).toBe(0);
    await page.keyboard.press('Escape');
    await expect.poll(() => partsOf(page).drawer.isVisible()).toBe(false);
    await page.mouse.wheel(0, 800);
    await expect.poll(() => scrolled(page)).toBeGreaterThan(0);
  }));

it.each([true, false])(
  'a screen that is turned with the drawer open keeps the menu (scripts: %s)',
  (javaScriptEnabled) =>
    withDrawer({ viewport: viewports.tablet, javaScriptEnabled }, '/en', async (page) => {
      await page.setViewportSize({ width: 1180, height: 820 });
      const { drawer, close } = partsOf(page);
      const { link, panel, links } = itemOf(page, 6);
      await link.hover();
      await expect.poll(() => panel.isVisible()).toBe(true);
      expect(await sidewaysIn(drawer)).toEqual([]);
      expect(await close.isVisible()).toBe(false);
      await links.last().click();
      await page.waitForURL(/work-with-us/u);
    }),
);
