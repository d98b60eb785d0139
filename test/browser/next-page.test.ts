import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { complaintsOf, viewports, withPage } from '../support/browser.ts';
import { type Asked, watchedSite } from '../support/watched-site.ts';

/** Longer than the hover time after which a browser prefetches. */
const POINTED_MS = 600;
const START = '/en/about-us';
const NEXT = '/en/our-business';

type Visited = { page: Page; asked: Asked[]; pointAt: (path: string) => Promise<void> };

/** Opens a page whose rules have come, in a window with a mouse. */
const onStart = (use: (visited: Visited) => Promise<void>) =>
  withPage({ viewport: viewports.desk, reducedMotion: 'no-preference' }, async (page, { demo }) => {
    const { base, asked, close } = await watchedSite(demo);
    const complaints = complaintsOf(page);
    const session = await page.context().newCDPSession(page);
    const ruled = new Promise((resolve) => session.on('Preload.ruleSetUpdated', resolve));
    await session.send('Preload.enable');
    await page.goto(`${base}${START}`, { waitUntil: 'networkidle' });
    expect(await ruled).toMatchObject({ ruleSet: { url: expect.stringContaining('/assets/rules-') } });
    asked.length = 0;
    const pointAt = async (path: string) => {
      await page.mouse.move(0, 0);
      await page.locator(`a[href^="${path}"]:visible`).first().hover();
      await page.waitForTimeout(POINTED_MS);
    };
    try {
      await use({ page, asked, pointAt });
      expect(complaints).toEqual([]);
    } finally {
      await close();
    }
  });

describe('a link that is pointed at', () => {
  it('brings its page once, and the click asks for nothing more', () =>
    onStart(async ({ page, asked, pointAt }) => {
      const wanted = () => asked.filter(({ path }) => path === NEXT);
      await pointAt(NEXT);
      await pointAt(NEXT);
      expect(wanted()).toEqual([{ path: NEXT, purpose: 'prefetch' }]);
      await page.locator(`a[href="${NEXT}"]:visible`).first().click();
      await page.waitForURL(`**${NEXT}`);
      await page.waitForLoadState('load');
      expect(await page.title()).toContain('Our business');
      expect(wanted()).toHaveLength(1);
    }));

  it.each([
    '/about-us?lang=zh',
    '/en/work-with-us/application',
    '/en/search?keyword=fund',
    '/files/',
    '/en/feed.xml',
    `${START}?go=`,
  ])('brings nothing where it leads to %s', (path) =>
    onStart(async ({ page, asked, pointAt }) => {
      await page.evaluate((href) => {
        const link = document.createElement('a');
        link.href = href;
        link.textContent = 'a link to point at';
        document.querySelector('#_main')?.prepend(link);
      }, path);
      await pointAt(path);
      await pointAt(NEXT);
      expect(asked.filter(({ purpose }) => purpose)).toEqual([{ path: NEXT, purpose: 'prefetch' }]);
    }),
  );
});

/** Has each page that comes say whether it comes in by a transition, which takes seconds. */
const watchTransitions = (page: Page) =>
  page.addInitScript(() => {
    const slow = new CSSStyleSheet();
    slow.replaceSync(
      '::view-transition-old(*), ::view-transition-new(*) { animation-duration: 20s !important; }',
    );
    addEventListener('DOMContentLoaded', () => document.adoptedStyleSheets.push(slow));
    addEventListener('pagereveal', (event) => {
      document.documentElement.dataset.came = `${(event as PageRevealEvent).viewTransition !== null}`;
    });
  });

async function cameSoftly(page: Page, path: string): Promise<boolean> {
  await page.waitForURL(`**${path}`);
  const came = page.locator('html[data-came]');
  await came.waitFor();
  return (await came.getAttribute('data-came')) === 'true';
}

describe('the next page', () => {
  it.each([
    ['comes in softly', 'no-preference', 'phone', true],
    ['comes in softly in a wide window', 'no-preference', 'desk', true],
    ['comes in at once for who wants no motion', 'reduce', 'desk', false],
  ] as const)('%s', (_what, reducedMotion, size, isSoft) =>
    withPage({ viewport: viewports[size], reducedMotion }, async (page, { demo }) => {
      const complaints = complaintsOf(page);
      await watchTransitions(page);
      await page.goto(`${demo}${START}`, { waitUntil: 'networkidle' });
      await page.locator('.brand').click();
      expect(await cameSoftly(page, '/en')).toBe(isSoft);
      expect(complaints).toEqual([]);
    }),
  );

  it('takes clicks while it comes in', () =>
    withPage({ viewport: viewports.desk, reducedMotion: 'no-preference' }, async (page, { demo }) => {
      await watchTransitions(page);
      await page.goto(`${demo}${START}`, { waitUntil: 'networkidle' });
      for (const path of [NEXT, START, NEXT]) {
        await page.locator(`.menu a[href="${path}"]:visible`).first().click({ timeout: 5000 });
        expect(await cameSoftly(page, path)).toBe(true);
      }
    }));
});
