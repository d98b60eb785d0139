import { expect } from 'vitest';
import { withPage } from '../support/browser.ts';
import { inEachLanguage, isEnglish, itEach } from '../support/matrix.ts';
import { ARTICLE, inLanguage } from '../support/page-kinds.ts';

itEach(inEachLanguage, isEnglish)(
  'an article prints with its text and without the menu ($language)',
  ({ language }) =>
    withPage({}, async (page, sites) => {
      await page.goto('about:blank');
      const blank = await page.pdf();
      await page.goto(`${sites.demo}${inLanguage(language, ARTICLE)}`);
      const pdf = await page.pdf();
      expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
      expect(pdf.length).toBeGreaterThan(blank.length + 10_000);
      await page.emulateMedia({ media: 'print' });
      expect(await page.locator('h1').isVisible()).toBe(true);
      expect(await page.locator('.prose p').first().isVisible()).toBe(true);
      for (const gone of ['nav', 'form', 'button', '.skip']) {
        expect(
          await page.locator(gone).evaluateAll((list) => list.some((item) => item.checkVisibility())),
        ).toBe(false);
      }
    }),
);
