/** @module-tag matrix */
import type { Locator, Page } from 'playwright';
import { expect, it, onTestFinished } from 'vitest';
import { fieldNames } from '../../../src/applications/rules/fields.ts';
import { viewports } from '../../support/browser.ts';
import { isFocused, tabTo } from '../../support/focus.ts';
import { formBrowserForFile } from './form-browser.ts';
import { formPath } from './form-site.ts';

const { withForm, withVisitor } = formBrowserForFile();

/** One language per width, because the layout depends on the width rather than on the texts. */
const visitors = [
  { language: 'zh', viewport: viewports.phone, width: 360, hasScript: true },
  { language: 'en', viewport: viewports.desk, width: 1440, hasScript: false },
] as const;

/** Returns parts of a linked field that are hidden by the header or below the window. */
const hiddenParts = (page: Page, name: string): Promise<string[]> =>
  page.evaluate((field) => {
    const header = document.querySelector('.header') ?? document.body;
    const isSticky = getComputedStyle(header).position === 'sticky';
    const top = isSticky ? header.getBoundingClientRect().bottom : 0;
    const isHidden = (element: Element) => {
      const box = element.getBoundingClientRect();
      return box.top < top || Math.min(box.bottom, box.top + 40) > innerHeight;
    };
    const parts = document.querySelectorAll(`#${field}, #${field}-field :is(label, img, .field-problem)`);
    return [...parts].filter(isHidden).map(({ tagName, textContent }) => `${tagName} ${textContent}`.trim());
  }, name);

it.each(visitors)('reaches each field from the error summary by Tab and Enter at $width px', (visitor) =>
  withForm(visitor, async ({ page }) => {
    await page.focus('#contactPerson');
    await page.keyboard.press('Enter');
    await page.locator('#_problems').waitFor();
    const hidden: Record<string, string[]> = {};
    for (const name of fieldNames) {
      await page.locator('#_problems').focus();
      await tabTo(page, page.locator(`#_problems a[href="#${name}"]`));
      await page.keyboard.press('Enter');
      await expect.poll(() => isFocused(page.locator(`#${name}`)), { message: name }).toBe(true);
      const parts = await hiddenParts(page, name);
      if (parts.length > 0) hidden[name] = parts;
    }
    expect(hidden).toEqual({});
  }),
);

const isInWindow = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });

const dialogs = [
  { language: 'en', hasScript: true },
  { language: 'zh', hasScript: false },
] as const;

it.each(dialogs)(
  'shows the focused dialog of the closed form completely ($language, script: $hasScript)',
  (options) =>
    withVisitor({ ...options, viewport: viewports.phone }, async ({ page, site, language, texts }) => {
      await site.turn('closed');
      onTestFinished(async () => void (await site.turn('open')));
      await page.goto(formPath(language));
      await expect.poll(() => page.locator('#_closed:focus-within').count()).toBe(1);
      await page.setViewportSize({ width: 320, height: 480 });
      const dialog = page.locator('#_closed');
      const heights = await dialog.evaluate(({ scrollHeight, clientHeight }) => [scrollHeight, clientHeight]);
      expect(heights[0]).toBeGreaterThan(heights[1] ?? 0);
      const button = page.getByRole('button', { name: texts.understood });
      expect(await isInWindow(button)).toBe(true);
      await dialog.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      const lastWords = (await dialog.locator('> p').last().boundingBox()) ?? { y: 0, height: 0 };
      expect(lastWords.y + lastWords.height).toBeLessThanOrEqual((await button.boundingBox())?.y ?? 0);
      expect(await isInWindow(button)).toBe(true);
    }),
);
