import type { Page } from 'playwright';
import { expect } from 'vitest';
import { languages } from '../../../src/i18n/languages.ts';
import { viewports, withPage } from '../../support/browser.ts';
import { itEach } from '../../support/matrix.ts';
import { inLanguage } from '../../support/page-kinds.ts';

const SECTION = '#reports';
const STEP = 600;

const topOf = (page: Page): Promise<number> =>
  page.locator(SECTION).evaluate((section) => Math.round(section.getBoundingClientRect().top));

/** Scrolls in steps, so that a phone lays out deferred content. */
async function scrollToSection(page: Page): Promise<void> {
  while ((await topOf(page)) > STEP) {
    const before = await page.evaluate(() => scrollY);
    await page.mouse.wheel(0, STEP);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before);
  }
}

const WAYS = {
  'a reload': (page: Page) => page.reload(),
  'coming back': async (page: Page) => {
    await page.goto(new URL('/en/about-us', page.url()).href);
    await page.goBack();
  },
};
const cases = languages.flatMap((language) =>
  [true, false].flatMap((javaScriptEnabled) =>
    (['a reload', 'coming back'] as const).map((way) => ({ language, javaScriptEnabled, way })),
  ),
);

itEach(
  cases,
  ({ language, javaScriptEnabled, way }) => language === 'en' && javaScriptEnabled === (way === 'a reload'),
)(
  'the home page on a phone keeps its scroll position after $way ($language, scripts: $javaScriptEnabled)',
  ({ language, javaScriptEnabled, way }) =>
    withPage({ viewport: viewports.phone, javaScriptEnabled }, async (page, { demo }) => {
      await page.goto(`${demo}${inLanguage(language, '/')}`);
      await scrollToSection(page);
      const before = await topOf(page);
      await WAYS[way](page);
      await expect.poll(async () => Math.abs((await topOf(page)) - before)).toBeLessThanOrEqual(2);
    }),
);
