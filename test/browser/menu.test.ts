import type { Locator, Page } from 'playwright';
import { expect, it } from 'vitest';
import en from '../../locales/en/site.json' with { type: 'json' };
import zh from '../../locales/zh/site.json' with { type: 'json' };
import { languages } from '../../src/i18n/languages.ts';
import { viewports, withPage } from '../support/browser.ts';
import { isFocused, tabTo } from '../support/focus.ts';
import { describeEach, inEachLanguage, isEnglish } from '../support/matrix.ts';
import { inLanguage } from '../support/page-kinds.ts';

const texts = { zh, en };

const cases = languages.flatMap((language) =>
  [true, false].map((javaScriptEnabled) => ({
    language,
    javaScriptEnabled,
    scripts: javaScriptEnabled ? 'on' : 'off',
  })),
);

describeEach(cases, ({ language, javaScriptEnabled }) => javaScriptEnabled === (language === 'zh'))(
  'the menu of a phone ($language, scripts $scripts)',
  ({ language, javaScriptEnabled }) => {
    const withMenu = (use: (page: Page, open: Locator, close: Locator, links: Locator) => Promise<void>) =>
      withPage({ viewport: viewports.phone, javaScriptEnabled }, async (page, sites) => {
        await page.goto(`${sites.demo}${inLanguage(language, '/')}`);
        const { menu, closeMenu, mainNavigation } = texts[language];
        const links = page.getByRole('navigation', { name: mainNavigation, exact: true }).getByRole('link');
        const link = (name: string) => page.getByRole('link', { name, exact: true });
        expect(await links.count()).toBe(0);
        await use(page, link(menu), link(closeMenu), links);
      });

    it('opens by its link and closes by the other', () =>
      withMenu(async (_page, open, close, links) => {
        await open.click();
        expect(await links.count()).toBeGreaterThan(7);
        expect(await links.first().isVisible()).toBe(true);
        await close.click();
        expect(await links.count()).toBe(0);
      }));

    it('closes by the way back', () =>
      withMenu(async (page, open, _close, links) => {
        const address = page.url();
        await open.click();
        expect(await links.count()).toBeGreaterThan(7);
        await page.goBack();
        expect(await links.count()).toBe(0);
        expect(page.url()).toBe(address);
      }));

    it('can be opened and followed with the keyboard only', () =>
      withMenu(async (page, open, close, links) => {
        await tabTo(page, open);
        await page.keyboard.press('Enter');
        await tabTo(page, close, 2);
        await tabTo(page, links.first());
        const address = await links.first().getAttribute('href');
        await page.keyboard.press('Enter');
        await page.waitForURL(`**${address}`);
      }));
  },
);

describeEach(inEachLanguage, isEnglish)('the menu of a desk ($language)', ({ language }) => {
  const withItem = (use: (page: Page, item: Locator, panel: Locator) => Promise<void>) =>
    withPage({ viewport: viewports.desk }, async (page, sites) => {
      await page.goto(`${sites.demo}${inLanguage(language, '/')}`);
      const { mainNavigation } = texts[language];
      const item = page
        .getByRole('navigation', { name: mainNavigation, exact: true })
        .locator('> ul > li')
        .nth(1);
      const panel = item.locator('ul');
      expect(await panel.isVisible()).toBe(false);
      await use(page, item, panel);
    });

  it('shows a panel below the pointer, and hides it when the pointer goes', () =>
    withItem(async (page, item, panel) => {
      await item.hover();
      await expect.poll(() => panel.isVisible()).toBe(true);
      await panel.getByRole('link').last().hover();
      expect(await panel.isVisible()).toBe(true);
      await page.mouse.move(700, 800);
      await expect.poll(() => panel.isVisible()).toBe(false);
    }));

  it('shows a panel to the keyboard, link by link, and hides it when it goes on', () =>
    withItem(async (page, item, panel) => {
      await tabTo(page, item.getByRole('link').first());
      await expect.poll(() => panel.isVisible()).toBe(true);
      for (const link of await panel.getByRole('link').all()) {
        await page.keyboard.press('Tab');
        expect(await isFocused(link)).toBe(true);
      }
      await page.keyboard.press('Tab');
      await expect.poll(() => panel.isVisible()).toBe(false);
    }));
});
