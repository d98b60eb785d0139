import type { BrowserContextOptions, Page } from 'playwright';
import { expect, it } from 'vitest';
import { languages } from '../../src/i18n/languages.ts';
import { viewports, withPage } from '../support/browser.ts';
import { isFocused, tabTo } from '../support/focus.ts';
import { describeEach } from '../support/matrix.ts';
import { itemOf, leave, SETTLED_MS } from '../support/menu.ts';
import { inLanguage } from '../support/page-kinds.ts';

const DESK = { viewport: viewports.desk };
/** Slow enough for a busy machine to get in between. */
const SLOW = 0.05;

const onPage = (options: BrowserContextOptions, path: string, use: (page: Page) => Promise<void>) =>
  withPage(options, async (page, sites) => {
    await page.goto(`${sites.demo}${path}`);
    await use(page);
  });

const ways = [true, false].map((javaScriptEnabled) => ({ ...DESK, javaScriptEnabled }));

describeEach(ways, ({ javaScriptEnabled }) => javaScriptEnabled)(
  'a panel (scripts: $javaScriptEnabled)',
  (options) => {
    it.each(languages)('tells what its item and each child are about (%s)', (language) =>
      onPage(options, inLanguage(language, '/'), async (page) => {
        const { link, panel, links } = itemOf(page, 0);
        await link.hover();
        await expect.poll(() => panel.isVisible()).toBe(true);
        expect(await panel.locator('> p').innerText()).toMatch(/2004/u);
        expect(await panel.locator('li p').count()).toBe(await links.count());
      }),
    );

    it('has no gap to its item, and stays while the pointer goes down into it and across', () =>
      onPage(options, '/en', async (page) => {
        const { link, panel, links } = itemOf(page, 3);
        await link.hover();
        await expect.poll(() => panel.isVisible()).toBe(true);
        const [from, to] = [await link.boundingBox(), await links.last().boundingBox()];
        if (!from || !to) throw new Error('nothing is drawn');
        const x = from.x + from.width / 2;
        for (let y = from.y + from.height / 2; y < to.y; y += 1) {
          await page.mouse.move(x, y);
          expect(await panel.isVisible()).toBe(true);
        }
        await page.waitForTimeout(SETTLED_MS);
        await page.mouse.move(to.x, to.y + to.height / 2, { steps: 10 });
        await page.waitForTimeout(SETTLED_MS);
        expect(await panel.isVisible()).toBe(true);
        await leave(page);
        await expect.poll(() => panel.isVisible()).toBe(false);
      }));

    it('waits a moment, so that the pointer can cross other items on its way', () =>
      onPage(options, '/en', async (page) => {
        const [one, other] = [itemOf(page, 1), itemOf(page, 2)];
        await one.link.hover();
        await expect.poll(() => one.panel.isVisible()).toBe(true);
        const session = await page.context().newCDPSession(page);
        await session.send('Animation.enable');
        await session.send('Animation.setPlaybackRate', { playbackRate: SLOW });
        await other.link.hover();
        expect(await one.panel.isVisible()).toBe(true);
        await one.links.first().hover();
        await session.send('Animation.setPlaybackRate', { playbackRate: 1 });
        await page.waitForTimeout(SETTLED_MS);
        expect(await one.panel.isVisible()).toBe(true);
        expect(await other.panel.isVisible()).toBe(false);
      }));

    it('opens at once for the focus, above the one under the pointer that it does not replace', () =>
      onPage(options, '/en', async (page) => {
        const [one, other] = [itemOf(page, 0), itemOf(page, 4)];
        await tabTo(page, one.links.nth(1));
        expect(await one.panel.isVisible()).toBe(true);
        await other.link.hover();
        await expect.poll(() => other.panel.isVisible()).toBe(true);
        await other.links.first().click({ trial: true });
        await leave(page);
        await expect.poll(() => other.panel.isVisible()).toBe(false);
        expect(await one.panel.isVisible()).toBe(true);
      }));

    it('leads to its children by the whole of their cells', () =>
      onPage(options, '/en', async (page) => {
        const { link, panel, links } = itemOf(page, 2);
        await link.hover();
        await expect.poll(() => panel.isVisible()).toBe(true);
        await panel.locator('li p').nth(1).click({ force: true });
        await page.waitForURL(`**${await links.nth(1).getAttribute('href')}`);
      }));

    it('lets go when its item was clicked and the pointer has left', () =>
      onPage(options, '/en', async (page) => {
        const { link, panel } = itemOf(page, 2);
        await link.click({ modifiers: ['Control'] });
        await expect.poll(() => panel.isVisible()).toBe(true);
        await leave(page);
        await expect.poll(() => panel.isVisible()).toBe(false);
      }));
  },
);

it('Tab leads from the top through every link of the header to the page', () =>
  onPage(DESK, '/en/news', async (page) => {
    const inHeader = await page
      .locator('.header :is(a, input, button):not(.menu-button, .menu-close)')
      .count();
    const main = page.locator('main :focus');
    // The skip link is one more, and so is the first link of the page.
    for (let presses = 0; presses < inHeader + 2; presses += 1) {
      expect(await main.count()).toBe(0);
      await page.keyboard.press('Tab');
    }
    expect(await main.count()).toBe(1);
  }));

it('without scripts a link that shows itself to the keyboard leads to the menu', () =>
  onPage({ ...DESK, javaScriptEnabled: false }, '/en/news', async (page) => {
    const opener = page.locator('.menu-button');
    await tabTo(page, opener, 5);
    await expect.poll(() => opener.evaluate((link) => getComputedStyle(link).opacity)).toBe('1');
    await page.keyboard.press('Enter');
    await tabTo(page, itemOf(page, 0).link, 5);
    expect(await itemOf(page, 0).panel.isVisible()).toBe(true);
  }));

it('without a script that came, hover and focus open the panels all the same', () =>
  withPage(DESK, async (page, sites) => {
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto(`${sites.demo}/en`);
    const { link, panel, links } = itemOf(page, 1);
    await link.hover();
    await expect.poll(() => panel.isVisible()).toBe(true);
    await leave(page);
    await expect.poll(() => panel.isVisible()).toBe(false);
    await tabTo(page, links.first());
    expect(await panel.isVisible()).toBe(true);
  }));

const TABLET = { viewport: { width: 1180, height: 820 }, hasTouch: true, isMobile: true };

it('the first tap on a large tablet opens the panel, the second follows the link', () =>
  onPage(TABLET, '/en', async (page) => {
    const { link, panel } = itemOf(page, 3);
    await link.tap();
    await expect.poll(() => panel.isVisible()).toBe(true);
    expect(new URL(page.url()).pathname).toBe('/en');
    await link.tap();
    await page.waitForURL('**/en/investor-relations');
  }));

it('a tap on a large tablet follows the link at once where scripts are off', () =>
  onPage({ ...TABLET, javaScriptEnabled: false }, '/en', async (page) => {
    await itemOf(page, 3).link.tap();
    await page.waitForURL('**/en/investor-relations');
    expect(await page.getByRole('main').getByRole('link', { name: 'Reports' }).count()).toBeGreaterThan(0);
  }));

/** An item that the browser holds to be under the pointer, though none has moved. */
async function restOn(page: Page, selector: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  await session.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: ['hover'] });
}

it('a page that comes up under a resting pointer opens nothing until it moves', () =>
  onPage(DESK, '/en', async (page) => {
    const { panel } = itemOf(page, 0);
    await restOn(page, '.menu-items > ul > li');
    await page.waitForTimeout(SETTLED_MS);
    expect(await panel.isVisible()).toBe(false);
    await page.mouse.move(700, 800);
    await expect.poll(() => panel.isVisible()).toBe(true);
  }));

it('a link to a section of the page that is shown closes the panel over it', () =>
  onPage(DESK, '/en/about-us', async (page) => {
    const { link, panel, links } = itemOf(page, 0);
    await link.hover();
    await links.first().click();
    await expect.poll(() => panel.isVisible()).toBe(false);
    await page.waitForTimeout(SETTLED_MS);
    expect(await panel.isVisible()).toBe(false);
    expect(
      await page.locator('#company-profile').evaluate((section) => section === document.activeElement),
    ).toBe(true);
  }));

it('nothing of it is printed', () =>
  onPage(DESK, '/en', async (page) => {
    const { link, panel } = itemOf(page, 0);
    await link.focus();
    await page.emulateMedia({ media: 'print' });
    expect(await panel.isVisible()).toBe(false);
  }));

describeEach(
  ['/en', '/en/search', '/en/work-with-us/application'].map((path) => ({ path })),
  ({ path }) => path === '/en',
)('Escape on $path', ({ path }) => {
  it('closes the panel under the pointer, until it comes again, and leaves the focus alone', () =>
    onPage(DESK, path, async (page) => {
      const { link, panel, links } = itemOf(page, 1);
      for (const place of [link, links.first()]) {
        await link.hover();
        await expect.poll(() => panel.isVisible()).toBe(true);
        await place.hover();
        await page.keyboard.press('Escape');
        expect(await panel.isVisible()).toBe(false);
        await page.waitForTimeout(SETTLED_MS);
        expect(await panel.isVisible()).toBe(false);
        expect(await page.locator('.menu :focus').count()).toBe(0);
        await leave(page);
      }
      await link.hover();
      await expect.poll(() => panel.isVisible()).toBe(true);
    }));

  it('closes the panel with the focus in it, which goes to its item and from there on', () =>
    onPage(DESK, path, async (page) => {
      const [one, next] = [itemOf(page, 1), itemOf(page, 2)];
      await tabTo(page, one.links.nth(1));
      await page.keyboard.press('Escape');
      expect(await one.panel.isVisible()).toBe(false);
      expect(await isFocused(one.link)).toBe(true);
      await page.keyboard.press('Tab');
      expect(await isFocused(next.link)).toBe(true);
      await page.keyboard.press('Shift+Tab');
      expect(await isFocused(one.link)).toBe(true);
      await expect.poll(() => one.panel.isVisible()).toBe(true);
    }));
});

it('Escape closes a panel that has both pointer and focus for as long as neither comes anew', () =>
  onPage(DESK, '/en', async (page) => {
    const { link, panel } = itemOf(page, 1);
    await tabTo(page, link);
    await link.hover();
    await page.keyboard.press('Escape');
    await leave(page);
    await page.waitForTimeout(SETTLED_MS);
    expect(await panel.isVisible()).toBe(false);
    expect(await isFocused(link)).toBe(true);
    await link.hover();
    await expect.poll(() => panel.isVisible()).toBe(true);
  }));
