import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { startGallery } from '../gallery/server.ts';
import { specimenHref } from '../gallery/specimen.ts';
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

const PAPERS = [
  { format: 'A4', landscape: false },
  { format: 'A4', landscape: true },
  { format: 'Letter', landscape: false },
  { format: 'Letter', landscape: true },
];
const MARGIN = { top: '10mm', right: '10mm', bottom: '10mm', left: '10mm' };
const BODY_PT = 11;

/** Replaces compatibility characters, such as radicals, which fonts share with others. */
const joinWords = (text: string): string => text.normalize('NFKC').replace(/\s/gu, '');

/** Returns the pieces of text on each page of a PDF. */
async function readPdf(data: Buffer) {
  const file = await getDocument({ data: new Uint8Array(data), verbosity: VerbosityLevel.ERRORS }).promise;
  const read = async (number: number) => {
    const page = await file.getPage(number);
    const [, , width = 0, height = 0] = page.view;
    const { items } = await page.getTextContent();
    return items.flatMap((item) => {
      if (!('str' in item) || !item.str.trim()) return [];
      const [left, bottom] = item.transform.slice(4) as [number, number];
      const isInside =
        left >= 0 && left + item.width <= width && bottom >= 0 && bottom + item.height <= height;
      return [{ text: joinWords(item.str), size: Math.round(item.height * 10) / 10, isInside }];
    });
  };
  return Promise.all(Array.from({ length: file.numPages }, (_, index) => read(index + 1)));
}

it('prints tables of 2 to 20 columns complete, without shrinking the page', () =>
  withPage({}, async (page) => {
    await using gallery = await startGallery();
    await page.goto(gallery.origin + specimenHref('articles-wide-tables-zh'));
    const cells = await page.locator('.prose :is(th, td)').allTextContents();
    expect(cells.length).toBeGreaterThan(2500);
    for (const paper of PAPERS) {
      const pages = await readPdf(await page.pdf({ ...paper, margin: MARGIN }));
      const pieces = pages.flat();
      const text = pieces.map((piece) => piece.text).join('');
      expect(cells.map(joinWords).filter((cell) => !text.includes(cell))).toEqual([]);
      expect(pieces.filter(({ isInside }) => !isInside)).toEqual([]);
      const paragraphs = pieces.filter((piece) => piece.text.includes('返还'));
      expect(paragraphs.map(({ size }) => size)).toEqual([BODY_PT, BODY_PT]);
      const isHeadless = (lines: string) => lines.includes('line') && !lines.includes('Amount');
      const texts = pages.map((parts) => parts.map((part) => part.text).join(''));
      expect(texts.filter(isHeadless)).toEqual([]);
    }
  }));
