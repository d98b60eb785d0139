import type { Page } from 'playwright';
import { expect } from 'vitest';
import { withPage } from '../support/browser.ts';
import { inEachLanguage, isEnglish, itEach } from '../support/matrix.ts';
import { localizePath } from '../support/page-kinds.ts';

/** Returns selectors of visible elements that should not be printed. */
async function unwantedIn(page: Page, selectors: readonly string[]): Promise<string[]> {
  await page.emulateMedia({ media: 'print' });
  const visible = selectors.map(async (selector) => {
    const isVisible = await page
      .locator(selector)
      .evaluateAll((elements) => elements.some((element) => element.checkVisibility()));
    return isVisible ? [selector] : [];
  });
  return (await Promise.all(visible)).flat();
}

const CONTROLS = ['nav', 'form', 'button', '.skip'];

itEach(inEachLanguage, isEnglish)(
  'prints an article with the QR code of its URL and the targets of links ($language)',
  ({ language }) =>
    withPage({}, async (page, { demo }) => {
      const codes: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/qr/')) codes.push(new URL(request.url()).pathname);
      });
      const url = localizePath(language, '/news/group-news/1010');
      await page.goto(`${demo}${url}`);
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      await page.waitForLoadState('networkidle');
      expect(codes).toEqual([]);
      expect((await page.pdf()).subarray(0, 5).toString()).toBe('%PDF-');
      expect(codes).toEqual([`/qr${url}.svg`]);
      expect(await unwantedIn(page, CONTROLS)).toEqual([]);
      expect(await page.locator('h1').isVisible()).toBe(true);
      expect(await page.locator('.prose p').first().isVisible()).toBe(true);
      expect(await page.locator('.print-address p').innerText()).toBe(`${demo}${url}`);
      const targets = await page
        .locator('.prose a[href^="/"]:not([href^="/files/"])')
        .evaluateAll((links) => links.map((link) => getComputedStyle(link, '::after').content));
      expect(targets.length).toBeGreaterThan(0);
      for (const target of targets) expect(target).toContain('(');
    }),
);
