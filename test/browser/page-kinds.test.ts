import type { Page } from 'playwright';
import { expect } from 'vitest';
import { complaintsOf, viewports, withPage } from '../support/browser.ts';
import { itEach } from '../support/matrix.ts';
import { overflowIn } from '../support/overflow.ts';
import { addressOf, pageKinds } from '../support/page-kinds.ts';
import { recordRendering, renderingOf } from '../support/wire.ts';

const MAX_SHIFT = 0.02;

/** Scrolls to the end screen by screen, so that everything is laid out and every lazy image loads. */
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

/** One page of each layout. */
const SHOWN = [
  'home',
  'page with sections',
  'article',
  'application',
  'search with hits',
  '500 without a menu',
];

itEach(pageKinds, ({ language, name }) => language === 'en' && SHOWN.includes(name))(
  'loads $label without errors, layout shifts or overflow',
  (kind) =>
    withPage({ reducedMotion: 'no-preference' }, async (page, sites) => {
      const complaints = complaintsOf(page);
      const shifts: number[] = [];
      await recordRendering(page);
      for (const viewport of [viewports.phone, viewports.desk]) {
        await page.setViewportSize(viewport);
        const response = await page.goto(addressOf(sites, kind));
        expect(response?.status()).toBe(kind.status);
        await readToTheEnd(page);
        const { shift, violations } = await renderingOf(page);
        complaints.push(...violations);
        shifts.push(shift);
      }
      expect(await page.locator('html').getAttribute('lang')).toBe(kind.lang);
      expect(complaints).toEqual([]);
      expect(Math.max(...shifts)).toBeLessThanOrEqual(MAX_SHIFT);
      expect(await overflowIn('body', page)).toEqual([]);
    }),
);
