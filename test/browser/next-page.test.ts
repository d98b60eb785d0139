/** @module-tag matrix */
import type { Locator, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { complaintsOf, viewports, withPage } from '../support/browser.ts';
import { startRecordingProxy } from '../support/recording-proxy.ts';

const START = '/en/about-us';
const NEXT = '/en/our-business';

it('hovering a link prefetches its page once, except for form, search, files, languages and sections', () =>
  withPage({ viewport: viewports.desk, reducedMotion: 'no-preference' }, async (page, { demo }) => {
    await using site = await startRecordingProxy(demo);
    const complaints = complaintsOf(page);
    const session = await page.context().newCDPSession(page);
    const hasRules = new Promise((resolve) => session.on('Preload.ruleSetUpdated', resolve));
    await session.send('Preload.enable');
    await page.goto(`${site.base}${START}`, { waitUntil: 'networkidle' });
    expect(await hasRules).toMatchObject({ ruleSet: { url: expect.stringContaining('/assets/rules-') } });
    const prefetched = () => site.requests.filter(({ purpose }) => purpose).map(({ path }) => path);
    const excluded = [
      '/about-us?lang=zh',
      '/en/work-with-us/application',
      '/en/search?keyword=fund',
      '/files/x',
      '/en/feed.xml',
      `${START}?go=`,
    ];
    await page.evaluate((hrefs) => {
      for (const href of hrefs) {
        const link = Object.assign(document.createElement('a'), { href, textContent: href, id: href });
        document.querySelector('#_main')?.prepend(link, document.createElement('br'));
      }
    }, excluded);
    const next = page.locator(`.menu a[href="${NEXT}"]`).first();
    const hover = async (link: Locator) => {
      await page.mouse.move(0, 0);
      await link.hover();
      // Longer than the hover time after which Chromium prefetches.
      await page.waitForTimeout(600);
    };
    for (const path of excluded) await hover(page.locator(`[id="${path}"]`));
    for (let times = 0; times < 2; times += 1) await hover(next);
    await expect.poll(prefetched).toEqual([NEXT]);
    await next.click();
    await page.waitForURL(`**${NEXT}`);
    expect(await page.title()).toContain('Our business');
    expect(site.requests.filter(({ path }) => path === NEXT)).toHaveLength(1);
    expect(complaints).toEqual([]);
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
    ['fades in on a phone and takes clicks meanwhile', 'no-preference', 'phone', true],
    ['fades in on a desktop and takes clicks meanwhile', 'no-preference', 'desk', true],
    ['appears immediately with reduced motion', 'reduce', 'desk', false],
  ] as const)('%s', (_name, reducedMotion, size, hasTransition) =>
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
