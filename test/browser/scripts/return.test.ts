import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { languages } from '../../../src/i18n/languages.ts';
import { browserForFile, viewports } from '../../support/browser.ts';
import { inLanguage } from '../../support/page-kinds.ts';

const { withPage } = browserForFile();

const SECTION = '#reports';
const STEP = 600;

const topOf = (page: Page): Promise<number> =>
  page.locator(SECTION).evaluate((section) => Math.round(section.getBoundingClientRect().top));

/** Scrolls as a finger does, so that a phone lays out on its way what it has left for later. */
async function scrollToSection(page: Page): Promise<void> {
  while ((await topOf(page)) > STEP) {
    const before = await page.evaluate(() => scrollY);
    await page.mouse.wheel(0, STEP);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before);
  }
}

describe.each(languages)('a visitor of a phone who has scrolled down the home page (%s)', (language) => {
  describe.each([
    ['with JavaScript', true],
    ['without JavaScript', false],
  ])('%s', (_name, javaScriptEnabled) => {
    it.each([
      ['a reload', (page: Page) => page.reload()],
      [
        'coming back',
        async (page: Page) => {
          await page.goto(new URL(inLanguage(language, '/about-us'), page.url()).href);
          await page.goBack();
        },
      ],
    ])('is where they were, after %s', (_how, leaveAndReturn) =>
      withPage({ viewport: viewports.phone, javaScriptEnabled }, async (page, { demo }) => {
        await page.goto(`${demo}${inLanguage(language, '')}`);
        await scrollToSection(page);
        const before = await topOf(page);
        await leaveAndReturn(page);
        await expect.poll(async () => Math.abs((await topOf(page)) - before)).toBeLessThanOrEqual(2);
      }),
    );
  });
});
