import puppeteer from 'puppeteer-core';
import type { Driver } from './driver.ts';

export async function startFirefox(program: string): Promise<Driver> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: program,
    headless: true,
    // Overlays the scroll bar, as on a phone, and disables suggestions, which would take the next click.
    extraPrefsFirefox: { 'ui.useOverlayScrollbars': 1, 'browser.formfill.enable': false },
  });
  const page = await browser.newPage();
  return {
    navigate: async (url) => {
      await page.goto(url, { waitUntil: 'domcontentloaded' });
    },
    evaluate: (expression) => page.evaluate(expression),
    moveTo: ({ x, y }) => page.mouse.move(x, y),
    async click({ x, y }) {
      // Firefox finds the target in its last frame, which may be older than the layout.
      const isUnderPointer = `document.elementFromPoint(${x}, ${y}).matches(':hover')`;
      do await page.mouse.move(x, y);
      while (!(await page.evaluate(isUnderPointer)));
      await page.mouse.click(x, y);
    },
    type: (text) => page.keyboard.type(text),
    async choose(selector, files) {
      const input = await page.$(selector);
      if (!input) throw new Error(`no ${selector}`);
      await (input as Awaited<ReturnType<typeof page.$<'input'>>> & object).uploadFile(...files);
    },
    resize: (width, height) => page.setViewport({ width, height }),
    close: () => browser.close(),
  };
}
