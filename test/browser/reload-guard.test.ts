import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { withPage } from '../support/browser.ts';
import { itFirst, MATRIX } from '../support/matrix.ts';

const STYLE = /\/assets\/site-\w+\.css$/u;
const SITE_SCRIPT = /\/assets\/site-\w+\.js$/u;
const FORM = '/en/work-with-us/application';

/** Counts requests for the page. */
function loadsOf(page: Page): () => number {
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  return () => loads;
}

/** Waits for a number of loads and checks that no further load follows. */
async function expectLoads(page: Page, loads: () => number, count: number): Promise<void> {
  await expect.poll(loads).toBe(count);
  await page.waitForLoadState('networkidle');
  expect(loads()).toBe(count);
}

const addScript = (page: Page, src: string) =>
  page.evaluate((url) => {
    document.head.append(Object.assign(document.createElement('script'), { src: url }));
  }, src);
/** Waits until the failure of a script or style has been handled. */
async function untilFailed(page: Page): Promise<void> {
  await page.waitForEvent('requestfailed');
  await page.evaluate(() => fetch('/robots.txt'));
}

itFirst<[string, RegExp]>(1, [
  ['script of the site', SITE_SCRIPT],
  ['style', STYLE],
])('reloads the page once if the %s fails to load', (_name, file) =>
  withPage({}, async (page, { demo }) => {
    const loads = loadsOf(page);
    await page.route(file, (route) => route.fulfill({ status: 404, contentType: 'text/html' }));
    await page.goto(`${demo}/en`);
    await expectLoads(page, loads, 2);
    expect(await page.locator('h1').first().isVisible()).toBe(true);
  }),
);

it('does not reload the page for a script of another site', { tags: MATRIX }, () =>
  withPage({}, async (page, { demo }) => {
    const loads = loadsOf(page);
    await page.goto(`${demo}/en`);
    await addScript(page, 'http://127.0.0.1:1/assets/gone.js');
    await page.evaluate(() => fetch('/robots.txt'));
    await expectLoads(page, loads, 1);
  }),
);

it('does not reload the page without a network', { tags: MATRIX }, () =>
  withPage({}, async (page, { demo }, context) => {
    const loads = loadsOf(page);
    await page.goto(`${demo}/en`);
    await context.setOffline(true);
    const failed = page.waitForEvent('requestfailed');
    await addScript(page, '/assets/gone.js');
    await failed;
    await expectLoads(page, loads, 1);
  }),
);

it('does not reload the page if session storage is denied', { tags: MATRIX }, () =>
  withPage({}, async (page, { demo }) => {
    const loads = loadsOf(page);
    await page.addInitScript(() =>
      Object.defineProperty(window, 'sessionStorage', {
        get: () => {
          throw new DOMException('denied', 'SecurityError');
        },
      }),
    );
    await page.route(STYLE, (route) => route.abort());
    await page.goto(`${demo}/en`);
    await expectLoads(page, loads, 1);
    expect(await page.locator('h1').first().isVisible()).toBe(true);
  }),
);

it('does not reload a page whose form has input', { tags: MATRIX }, () =>
  withPage({}, async (page, { demo }) => {
    await page.route(/\/assets\/form-/u, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: '' }),
    );
    const loads = loadsOf(page);
    await page.goto(demo + FORM);
    await page.fill('#companyName', 'Acme');
    const failed = untilFailed(page);
    await addScript(page, '/assets/gone.js');
    await failed;
    await expectLoads(page, loads, 1);
  }),
);
