import type { BrowserContextOptions, Page } from 'playwright';
import { expect, it } from 'vitest';
import en from '../../locales/en/site.json' with { type: 'json' };
import { nextFrame, viewports, withPage } from '../support/browser.ts';
import { isFocused, tabTo } from '../support/focus.ts';
import { describeEach } from '../support/matrix.ts';
import { startUsualMenuSite } from '../support/usual-menu-site.ts';
import { recordRendering, renderingOf } from '../support/wire.ts';

const scripts = [true, false].map((javaScriptEnabled) => ({ javaScriptEnabled }));
const withScripts = ({ javaScriptEnabled }: { javaScriptEnabled: boolean }) => javaScriptEnabled;

const onPage = (options: BrowserContextOptions, path: string, use: (page: Page) => Promise<void>) =>
  withPage(options, async (page, { demo }) => {
    await page.goto(`${demo}${path}`);
    await use(page);
  });

/** Returns a top-level item, its panel and the links of the panel. */
function itemOf(page: Page, index: number) {
  const item = page.locator('.menu-items > ul > li').nth(index);
  const panel = item.locator('> .menu-panel');
  return { link: item.locator('> a'), panel, links: panel.getByRole('link', { includeHidden: true }) };
}

const leave = (page: Page): Promise<void> => page.mouse.move(10, 880);

const untilShown = ({ panel }: ReturnType<typeof itemOf>, isShown = true) =>
  expect.poll(() => panel.isVisible()).toBe(isShown);

const partsOf = (page: Page) => ({
  drawer: page.locator('.menu'),
  open: page.getByRole('link', { name: en.menu, exact: true }),
  close: page.getByRole('link', { name: en.closeMenu, exact: true }),
});

/** Opens the drawer and waits a frame, in which the script handles the event. */
async function openDrawer(page: Page, hasScript = true): Promise<void> {
  await partsOf(page).open.click();
  await partsOf(page).drawer.waitFor();
  if (!hasScript) return;
  await nextFrame(page);
}

const withDrawer = (options: BrowserContextOptions, path: string, use: (page: Page) => Promise<void>) =>
  onPage(options, path, async (page) => {
    await openDrawer(page, options.javaScriptEnabled);
    await use(page);
  });

const untilClosed = (page: Page) => expect.poll(() => partsOf(page).drawer.isVisible()).toBe(false);
const scrolled = (page: Page): Promise<number> => page.evaluate(() => scrollY);

describeEach(scripts, withScripts)('the drawer (scripts: $javaScriptEnabled)', (options) => {
  const phone = { ...options, viewport: { ...viewports.phone, height: 600 } };

  it('opens and closes the drawer without moving the page', () =>
    onPage(phone, '/en', async (page) => {
      const { drawer, close } = partsOf(page);
      expect(await drawer.isVisible()).toBe(false);
      await openDrawer(page, options.javaScriptEnabled);
      expect(await drawer.boundingBox()).toMatchObject({ y: 0, height: 600 });
      await close.click();
      await untilClosed(page);
      expect(await scrolled(page)).toBe(0);
    }));

  it('closes the drawer on Back', () =>
    onPage(phone, '/en', async (page) => {
      const url = page.url();
      await openDrawer(page, options.javaScriptEnabled);
      await page.goBack();
      await untilClosed(page);
      expect(page.url()).toBe(url);
    }));
});

const phone = { viewport: viewports.phone };

it('closes the drawer on Escape and focuses the link that opened it', () =>
  withDrawer(phone, '/en/news', async (page) => {
    const { drawer, open } = partsOf(page);
    for (const place of [drawer.getByRole('searchbox'), itemOf(page, 6).links.last()]) {
      await place.focus();
      await page.keyboard.press('Escape');
      await untilClosed(page);
      await expect.poll(() => isFocused(open)).toBe(true);
      expect(new URL(page.url()).hash).toBe('');
      await openDrawer(page);
    }
  }));

const DESK = { viewport: viewports.desk };

describeEach(scripts, withScripts)('a panel (scripts: $javaScriptEnabled)', (options) => {
  it('opens a panel while the pointer is on its item or in the panel', () =>
    onPage({ ...DESK, ...options }, '/en', async (page) => {
      const item = itemOf(page, 3);
      expect(await item.panel.isVisible()).toBe(false);
      await item.link.hover();
      await untilShown(item);
      const [from, to] = [await item.link.boundingBox(), await item.links.last().boundingBox()];
      if (!from || !to) throw new Error('the panel has no box');
      const x = from.x + from.width / 2;
      for (let y = from.y + from.height / 2; y < to.y; y += 4) {
        await page.mouse.move(x, y);
        expect(await item.panel.isVisible()).toBe(true);
      }
      await leave(page);
      await untilShown(item, false);
    }));

  it('opens a panel while one of its links has the focus', () =>
    onPage({ ...DESK, ...options }, '/en', async (page) => {
      const item = itemOf(page, 1);
      await tabTo(page, item.link);
      await untilShown(item);
      for (const link of await item.links.all()) {
        await page.keyboard.press('Tab');
        expect(await isFocused(link)).toBe(true);
      }
      await page.keyboard.press('Tab');
      await untilShown(item, false);
    }));
});

it('opens the menu at the second Tab stop without scripts', () =>
  onPage({ ...DESK, javaScriptEnabled: false }, '/en/news', async (page) => {
    await tabTo(page, page.locator('.menu-button'), 5);
    await page.keyboard.press('Enter');
    const item = itemOf(page, 0);
    await tabTo(page, item.link, 5);
    await untilShown(item);
  }));

it('Escape closes the panel under the pointer until the pointer returns', () =>
  onPage(DESK, '/en', async (page) => {
    const item = itemOf(page, 1);
    await item.link.hover();
    await untilShown(item);
    await item.links.first().hover();
    await page.keyboard.press('Escape');
    await untilShown(item, false);
    expect(await page.locator('.menu :focus').count()).toBe(0);
    await leave(page);
    await item.link.hover();
    await untilShown(item);
  }));

it('Escape closes the panel that has the focus and focuses its item', () =>
  onPage(DESK, '/en', async (page) => {
    const [item, next] = [itemOf(page, 1), itemOf(page, 2)];
    await tabTo(page, item.links.nth(1));
    await page.keyboard.press('Escape');
    await untilShown(item, false);
    expect(await isFocused(item.link)).toBe(true);
    await page.keyboard.press('Tab');
    expect(await isFocused(next.link)).toBe(true);
    await page.keyboard.press('Shift+Tab');
    await untilShown(item);
  }));

/** Returns the top edges of the row's items. */
const tops = (page: Page): Promise<number[]> =>
  page
    .locator('.menu-items > ul > li > a')
    .evaluateAll((links) => [...new Set(links.map((link) => link.getBoundingClientRect().top))]);

describeEach(scripts, withScripts)('the menu of a large group (scripts: $javaScriptEnabled)', (options) => {
  it('shows eight usual names in a row at 1280 px but in a drawer at 1024 px', async () => {
    await using site = await startUsualMenuSite();
    await withPage({ viewport: { width: 1280, height: 800 }, ...options }, async (page) => {
      await recordRendering(page);
      await page.goto(`${site.base}/en`);
      expect((await renderingOf(page)).shift).toBe(0);
      const item = itemOf(page, 7);
      await item.link.hover();
      await untilShown(item);
      expect(await tops(page)).toHaveLength(1);
      await page.setViewportSize({ width: 1024, height: 800 });
      await openDrawer(page, options.javaScriptEnabled);
      expect(await tops(page)).toHaveLength(8);
    });
  });
});

it('does not cut a word of a long short name at 320 px', () =>
  onPage({ viewport: { width: 320, height: 640 } }, '/en', async (page) => {
    const lines = await page.locator('.brand span').evaluate((name) => {
      name.textContent = 'Consolidated Infrastructure Partnerships Holdings';
      const [text, { right }] = [name.firstChild as Text, name.getBoundingClientRect()];
      return [...text.data.matchAll(/\S+/gu)].map(({ 0: word, index }) => {
        const range = new Range();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const [box, ...more] = range.getClientRects();
        return more.length === 0 && box !== undefined && box.right <= right + 1;
      });
    });
    expect(lines).toEqual([true, true, true, true]);
  }));
