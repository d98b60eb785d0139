/** @module-tag matrix */
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { fieldNames } from '../../../src/applications/rules/fields.ts';
import { viewports } from '../../support/browser.ts';
import { isFocused, tabTo } from '../../support/focus.ts';
import { withVisitor } from './form-browser.ts';
import { openForm } from './use-form.ts';

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

it.each(visitors)('reaches each field from the error summary by Tab and Enter at $width px', (options) =>
  withVisitor(options, async (visitor) => {
    const { page } = visitor;
    await openForm(visitor);
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
