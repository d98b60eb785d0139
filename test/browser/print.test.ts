import { expect } from 'vitest';
import { withPage } from '../support/browser.ts';
import { inEachLanguage, isEnglish, itEach } from '../support/matrix.ts';
import { ARTICLE, inLanguage } from '../support/page-kinds.ts';

/** Time until a browser has requested a lazy picture nearby. */
const SETTLE_MS = 300;

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

itEach(inEachLanguage, isEnglish)(
  'the code of an address is asked for by print alone, and links say where they lead ($language)',
  ({ language }) =>
    withPage({}, async (page, sites) => {
      const asked: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/qr/')) asked.push(new URL(request.url()).pathname);
      });
      const address = inLanguage(language, '/news/group-news/1010');
      await page.goto(`${sites.demo}${address}`, { waitUntil: 'networkidle' });
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      await page.waitForTimeout(SETTLE_MS);
      expect(asked).toEqual([]);
      expect(await page.locator('.print-address').isVisible()).toBe(false);
      await page.pdf();
      expect(asked).toEqual([`/qr${address}.svg`]);
      await page.emulateMedia({ media: 'print' });
      expect(await page.locator('.print-address p').innerText()).toBe(`${sites.demo}${address}`);
      const said = await page
        .locator('.prose a[href^="/"]:not([href^="/files/"])')
        .evaluateAll((links) => links.map((link) => getComputedStyle(link, '::after').content));
      expect(said.length).toBeGreaterThan(0);
      for (const text of said) expect(text).toContain('(');
    }),
);
