import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Language, languages } from '../../src/i18n/languages.ts';
import { viewports, withPage } from '../support/browser.ts';
import type { DemoSite } from '../support/demo-site.ts';
import { isFocused } from '../support/focus.ts';
import { startLargeMenuSite } from '../support/large-menu-site.ts';
import { describeEach, itEach } from '../support/matrix.ts';
import { doubleLetters, itemOf, sidewaysIn } from '../support/menu.ts';
import { inLanguage } from '../support/page-kinds.ts';
import { dump } from '../support/w3m.ts';

/** The added item with twenty children, and the last one. */
const LONG = 7;
const LAST = 11;
const HEIGHT = 768;
let large: DemoSite;
beforeAll(async () => {
  large = await startLargeMenuSite();
});
afterAll(() => large.stop());

const atWidth = (width: number, language: Language, use: (page: Page) => Promise<void>) =>
  withPage({ viewport: { width, height: HEIGHT }, javaScriptEnabled: false }, async (page) => {
    await page.goto(`${large.base}${inLanguage(language, '/news')}`);
    await use(page);
  });

const isScrolledSideways = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

/** Opens an item's panel and looks whether it stays in the window with all that is in it. */
async function expectInWindow(page: Page, index: number): Promise<void> {
  const { link, panel } = itemOf(page, index);
  await link.hover();
  await expect.poll(() => panel.isVisible()).toBe(true);
  const box = await panel.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(HEIGHT + 1);
  expect(await sidewaysIn(panel)).toEqual([]);
  expect(await isScrolledSideways(page)).toBe(false);
}

const names = languages.map((language) => ({ language }));
const widths = [1024, 1440, 1920].map((width) => ({ width }));

describeEach(names, ({ language }) => language === 'en')(
  'twelve items, twenty children, endless names ($language)',
  ({ language }) => {
    itEach(widths, ({ width }) => width === 1024)(
      'are the menu of a phone at $width px, since they do not fit one row',
      ({ width }) =>
        atWidth(width, language, async (page) => {
          expect(await page.locator('.menu').isVisible()).toBe(false);
          expect((await page.locator('.header').boundingBox())?.height).toBeLessThan(70);
          await page.locator('.menu-button').click();
          expect(await sidewaysIn(page.locator('.menu'))).toEqual([]);
          await itemOf(page, LONG).links.last().click();
          await page.waitForURL(/office-0-19$/u);
        }),
    );

    it('can be passed by the keyboard, which sees all of it', () =>
      atWidth(1024, language, async (page) => {
        await page.locator('.menu-button').click();
        await itemOf(page, LONG).link.focus();
        for (const link of await itemOf(page, LONG).links.all()) {
          await page.keyboard.press('Tab');
          expect(await isFocused(link)).toBe(true);
          const box = await link.boundingBox();
          expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(HEIGHT);
        }
      }));

    it('fit a phone', () =>
      atWidth(320, language, async (page) => {
        await page.locator('.menu-button').click();
        expect(await sidewaysIn(page.locator('.menu'))).toEqual([]);
        await itemOf(page, LAST).links.last().click();
        await page.waitForURL(/office-4-1$/u);
      }));

    it('are all there for a text browser', async () => {
      const shown = await dump(`${large.base}${inLanguage(language, '/news')}`);
      const names = language === 'zh' ? ['区域业务 1.19', '区域业务 5'] : ['Region 1.19', 'Region 5'];
      for (const name of names) expect(shown).toContain(name);
    });
  },
);

it('a long menu goes without the descriptions of its children: every page carries them', () =>
  atWidth(1440, 'en', async (page) => {
    expect(await page.locator('.menu-panel > p').count()).toBe(LAST + 1);
    expect(await page.locator('.menu-panel li p').count()).toBe(0);
  }));

it('letters of twice the size stay in the window at 1024 px', () =>
  withPage({ viewport: { width: 1024, height: HEIGHT } }, async (page, sites) => {
    await page.goto(`${sites.demo}/en`);
    await doubleLetters(page);
    expect(await sidewaysIn(page.locator('.header'))).toEqual([]);
    await expectInWindow(page, 6);
  }));

it('the items of forced colours are told apart by their lines', () =>
  withPage({ viewport: viewports.desk, forcedColors: 'active' }, async (page, sites) => {
    await page.goto(`${sites.demo}/en/news`);
    const line = (index: number) =>
      itemOf(page, index).link.evaluate((link) => getComputedStyle(link).borderBottomColor);
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(await line(1)).toBe(ground);
    expect(await line(2)).not.toBe(ground);
  }));
