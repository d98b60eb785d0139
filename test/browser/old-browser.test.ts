import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { browserForFile, viewports } from '../support/browser.ts';

const { withPage } = browserForFile();

/** A browser that has never heard of popovers drops the attribute and every rule that names `:popover-open`. */
async function forgetPopovers(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    if (!['document', 'stylesheet'].includes(route.request().resourceType())) return route.continue();
    const response = await route.fetch();
    const body = (await response.text())
      .replace(/ popover="auto"/u, '')
      .replace(/@supports not selector\(:popover-open\)/gu, '@supports (display: block)')
      .replace(/[^{}]*:popover-open\s*\{[^{}]*\}/gu, '');
    return route.fulfill({ response, body });
  });
}

describe.each(Object.entries(viewports))('a browser without popovers (%s)', (_name, viewport) => {
  it('shows the whole menu and does not lay it over the page', () =>
    withPage({ viewport, javaScriptEnabled: false }, async (page, sites) => {
      await forgetPopovers(page);
      await page.goto(`${sites.demo}/en/about-us`);
      expect(await page.getByRole('link', { name: 'Careers', exact: true }).first().isVisible()).toBe(true);
      expect(await page.getByRole('button', { name: 'Menu', exact: true }).count()).toBe(0);
      const heading = page.getByRole('heading', { level: 2 }).first();
      await heading.scrollIntoViewIfNeeded();
      const isCovered = await heading.evaluate((element) => {
        const { left, top, height } = element.getBoundingClientRect();
        const seen = document.elementFromPoint(left + 4, top + height / 2);
        return !element.contains(seen);
      });
      expect(isCovered).toBe(false);
      // A request under way when the page closes would fail outside the test.
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    }));
});
