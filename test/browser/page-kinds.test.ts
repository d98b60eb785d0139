import type { Page } from 'playwright';
import { expect } from 'vitest';
import { complaintsOf, viewports, withPage } from '../support/browser.ts';
import { itEach } from '../support/matrix.ts';
import { addressOf, pageKinds } from '../support/page-kinds.ts';

const WIDTHS = [2560, 1440, 820, 360, 320];
const MOST_SHIFT = 0.02;

/** Collected from the first moment on, and kept in the page. */
const observe = (): void => {
  const seen = { shift: 0, violations: [] as string[] };
  Object.assign(globalThis, { seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value;
  }).observe({ type: 'layout-shift', buffered: true });
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    seen.violations.push(`${violatedDirective}: ${blockedURI}`),
  );
};

type Seen = { shift: number; violations: string[] };
const seenBy = (page: Page): Promise<Seen> =>
  page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);

/** Reads a page to its end, a screen at a time: a phone lays out what comes near, and every lazy picture comes. */
const readToTheEnd = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const pause = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 10)));
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight) {
      scrollTo(0, y);
      await pause();
    }
    const coming = [...document.images].filter((image) => image.checkVisibility() && !image.complete);
    await Promise.all(
      coming.map((image) => new Promise((resolve) => image.addEventListener('load', resolve))),
    );
    await pause();
  });

/** Elements that stick out of the window; what scrolls inside a box of its own does not. */
const sidewaysAt = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.body.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    );
    return [
      `${scrollWidth} > ${clientWidth}`,
      ...wide.slice(0, 5).map((element) => `${element.tagName}.${element.className}`),
    ];
  });

async function sidewaysAtEveryWidth(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    found.push(...(await sidewaysAt(page)));
  }
  return found;
}

itEach(pageKinds, ({ language }) => language === 'en')(
  '$label comes without complaint, stays where it is, never scrolls sideways',
  (kind) =>
    withPage({ reducedMotion: 'no-preference' }, async (page, sites) => {
      const complaints = complaintsOf(page);
      const shifts: number[] = [];
      await page.addInitScript(observe);
      for (const viewport of [viewports.phone, viewports.desk]) {
        await page.setViewportSize(viewport);
        const response = await page.goto(addressOf(sites, kind));
        expect(response?.status()).toBe(kind.status);
        await readToTheEnd(page);
        const { shift, violations } = await seenBy(page);
        complaints.push(...violations);
        shifts.push(shift);
      }
      expect(await page.locator('html').getAttribute('lang')).toBe(kind.lang);
      expect(complaints).toEqual([]);
      expect(Math.max(...shifts)).toBeLessThanOrEqual(MOST_SHIFT);
      expect(await sidewaysAtEveryWidth(page)).toEqual([]);
    }),
);
