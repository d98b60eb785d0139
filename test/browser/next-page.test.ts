/** @module-tag matrix */
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { viewports, withPage } from '../support/browser.ts';

const START = '/en/about-us';
const NEXT = '/en/our-business';

it('hovering a link prefetches its page', () =>
  withPage({ viewport: viewports.desk }, async (page, { demo }) => {
    const prefetched: string[] = [];
    const session = await page.context().newCDPSession(page);
    session.on('Preload.prefetchStatusUpdated', ({ prefetchUrl }) => prefetched.push(prefetchUrl));
    const hasRules = new Promise((resolve) => session.on('Preload.ruleSetUpdated', resolve));
    await session.send('Preload.enable');
    await page.goto(demo + START);
    await hasRules;
    await page.locator(`.menu a[href="${NEXT}"]`).first().hover();
    await expect.poll(() => prefetched).toContain(demo + NEXT);
  }));

/** Makes view transitions slow and each page report whether one is running. */
const watchTransitions = (page: Page) =>
  page.addInitScript(() => {
    const slow = new CSSStyleSheet();
    slow.replaceSync(
      '::view-transition-old(*), ::view-transition-new(*) { animation-duration: 20s !important; }',
    );
    addEventListener('DOMContentLoaded', () => document.adoptedStyleSheets.push(slow));
    addEventListener('pagereveal', (event) => {
      document.documentElement.dataset.hasTransition = `${(event as PageRevealEvent).viewTransition !== null}`;
    });
  });

describe('the next page', () => {
  it.each([
    ['fades in on a phone without blocking clicks', 'no-preference', 'phone', true],
    ['fades in on a desktop without blocking clicks', 'no-preference', 'desk', true],
    ['appears immediately with reduced motion', 'reduce', 'desk', false],
  ] as const)('the next page %s', (_name, reducedMotion, size, hasTransition) =>
    withPage({ viewport: viewports[size], reducedMotion }, async (page, { demo }) => {
      await watchTransitions(page);
      await page.goto(`${demo}${START}`);
      for (const [link, path] of [
        ['.brand', '/en'],
        ['main a[href^="/en/about-us"]', START],
      ] as const) {
        await page.locator(link).first().click();
        await page.waitForURL(`**${path}**`);
        await page.locator(`html[data-has-transition=${hasTransition}]`).waitFor();
      }
    }),
  );
});
