import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { itEach } from '../support/matrix.ts';
import { addressOf, type PageKind, pageKinds } from '../support/page-kinds.ts';
import { launchChromium } from '../support/tools.ts';

/** Reason that headless Chromium always gives for not using its back/forward cache. */
const OF_THE_BROWSER = ['BackForwardCacheDisabledForDelegate', 'BrowsingInstanceNotSwapped'];

/** Playwright has its browsers keep no page that was left. */
let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium({ ignoreDefaultArgs: ['--disable-back-forward-cache'] });
});
afterAll(() => browser.close());

/** Stands at the end of every page. */
const LINK = '.footer a[href$="/legal-notice"]';

/** Leaves a page by a link, comes back, and gives why the browser had not kept it; nothing where it had. */
async function reasonsAfterReturn(page: Page, address: string, touch?: () => void): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.enable');
  await page.goto(address, { waitUntil: 'networkidle' });
  if (touch) await page.evaluate(touch);
  await page.click(LINK);
  await page.waitForURL((url) => url.href !== address);
  const returned = new Promise<string[]>((resolve) => {
    session.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) =>
      resolve(notRestoredExplanations.map(({ reason }) => reason)),
    );
    session.on('Page.frameNavigated', ({ type }) => type === 'BackForwardCacheRestore' && resolve([]));
  });
  const { currentIndex, entries } = await session.send('Page.getNavigationHistory');
  await session.send('Page.navigateToHistoryEntry', { entryId: entries[currentIndex - 1]?.id ?? 0 });
  return returned;
}

const isContent = ({ name, status }: PageKind) => status === 200 && name !== 'application';

itEach(
  pageKinds.filter(isContent),
  ({ language, name }) => language === 'en' && /home|sections|article$|hits/u.test(name),
)('$label may be kept by the browser for the way back', async (kind) => {
  await using context = await browser.newContext();
  const reasons = await reasonsAfterReturn(await context.newPage(), addressOf(inject('sites'), kind));
  expect(reasons.filter((reason) => !OF_THE_BROWSER.includes(reason))).toEqual([]);
});

it('a page that listens to `unload` would not be kept', async () => {
  await using context = await browser.newContext();
  const reasons = await reasonsAfterReturn(
    await context.newPage(),
    `${inject('sites').demo}/en/about-us`,
    () => addEventListener('unload', () => undefined),
  );
  expect(reasons).toContain('UnloadHandlerExistsInMainFrame');
});
