/** @module-tag matrix */
import type { Page, Route } from 'playwright';
import { describe, expect, it } from 'vitest';
import { withPage } from '../support/browser.ts';
import { stopClock } from '../support/clock.ts';
import { pdf } from '../support/fake-form-browser.ts';
import { withoutStorage } from '../support/missing-features.ts';

const GUARD_MS = 10_000;
const STYLE = /\/assets\/site-\w+\.css$/u;
const SITE_SCRIPT = /\/assets\/site-\w+\.js$/u;
const SEARCH_SCRIPT = /\/assets\/search-/u;
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
  page.evaluate((address) => {
    document.head.append(Object.assign(document.createElement('script'), { src: address }));
  }, src);
const addStyle = (page: Page, href: string) =>
  page.evaluate((address) => {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: address }));
  }, href);
const addPicture = (page: Page, src: string) =>
  page.evaluate((address) => {
    document.body.append(Object.assign(new Image(), { src: address }));
  }, src);
/** Waits until the failure of a script or style has been handled. */
async function untilFailed(page: Page): Promise<void> {
  await page.waitForEvent('requestfailed');
  await page.evaluate(() => fetch('/robots.txt'));
}

describe('a file that fails to load', () => {
  it.each<[string, RegExp, string, string]>([
    ['style', STYLE, '/en', '404'],
    ['style', STYLE, '/en', 'cut'],
    ['script of the site', SITE_SCRIPT, '/en', '404'],
    ['script of the form', /\/assets\/form-/u, FORM, 'cut'],
    ['script of the search', SEARCH_SCRIPT, '/en/search', 'cut'],
    ['style', STYLE, FORM, '404'],
    ['style', STYLE, '/en/search', 'cut'],
  ])('reloads the page once if a file fails to load: %s (%s) of %s, %s', (_name, file, path, failure) =>
    withPage({}, async (page, { demo }) => {
      const loads = loadsOf(page);
      await page.route(file, (route) =>
        failure === 'cut' ? route.abort() : route.fulfill({ status: 404, contentType: 'text/html' }),
      );
      await page.goto(demo + path);
      await expectLoads(page, loads, 2);
      expect(await page.locator('h1').first().isVisible()).toBe(true);
    }),
  );

  it.each<[string, (page: Page) => Promise<unknown>]>([
    ['script', (page) => addScript(page, '/assets/gone.js')],
    ['style', (page) => addStyle(page, '/assets/gone.css')],
  ])('reloads the page once if a %s that is added later fails to load', (_name, fail) =>
    withPage({}, async (page, { demo }) => {
      const loads = loadsOf(page);
      await page.goto(`${demo}/en`);
      await fail(page);
      await expectLoads(page, loads, 2);
      const failed = untilFailed(page);
      await fail(page);
      await failed;
      await expectLoads(page, loads, 2);
    }),
  );

  it('recovers if the script loads after the reload', () =>
    withPage({}, async (page, { demo }) => {
      let asked = 0;
      await page.route(SITE_SCRIPT, (route) => {
        asked += 1;
        return asked === 1 ? route.abort() : route.continue();
      });
      await page.goto(`${demo}/en`);
      await page.locator('.header[data-stays]').waitFor();
      expect(asked).toBe(2);
    }));

  it('reloads the page again for a new failure after ten seconds', () =>
    withPage({}, async (page, { demo }) => {
      const loads = loadsOf(page);
      await stopClock(page);
      await page.goto(`${demo}/en`);
      await addScript(page, '/assets/gone.js');
      await expectLoads(page, loads, 2);
      await page.clock.runFor(GUARD_MS - 1000);
      const failed = untilFailed(page);
      await addScript(page, '/assets/gone.js');
      await failed;
      await expectLoads(page, loads, 2);
      await page.clock.runFor(1000);
      await addScript(page, '/assets/gone.js');
      await expectLoads(page, loads, 3);
    }));
});

describe('failures without a reload', () => {
  it.each<[string, (page: Page) => Promise<unknown>]>([
    ['a script of another site', (page) => addScript(page, 'http://127.0.0.1:1/assets/gone.js')],
    ['a rejected promise', (page) => page.evaluate(() => void Promise.reject(new Error('oops')))],
    ['a file that is not an asset', (page) => addScript(page, '/files/gone.js')],
    ['a picture', (page) => addPicture(page, '/assets/gone.png')],
    ['a promise rejected with nothing', (page) => page.evaluate(() => void Promise.reject())],
  ])('does not reload the page for %s', (_name, fail) =>
    withPage({}, async (page, { demo }) => {
      const loads = loadsOf(page);
      await page.goto(`${demo}/en`);
      await fail(page);
      await page.evaluate(() => fetch('/robots.txt'));
      await expectLoads(page, loads, 1);
    }),
  );

  it('does not reload the page if a script stops loading because the visitor leaves', () =>
    withPage({}, async (page, { demo }) => {
      const loads = loadsOf(page);
      const held = Promise.withResolvers<Route>();
      await page.route(SEARCH_SCRIPT, held.resolve);
      await page.goto(`${demo}/en/search`);
      const route = await held.promise;
      await page.evaluate(() => dispatchEvent(new Event('beforeunload')));
      const failed = page.waitForEvent('requestfailed');
      await route.abort();
      await failed;
      await expectLoads(page, loads, 1);
    }));

  it('does not reload the page without a network', () =>
    withPage({}, async (page, { demo }, context) => {
      const loads = loadsOf(page);
      await page.goto(`${demo}/en`);
      await context.setOffline(true);
      const failed = page.waitForEvent('requestfailed');
      await addScript(page, '/assets/gone.js');
      await failed;
      await expectLoads(page, loads, 1);
    }));

  it.each([
    [withoutStorage.name, withoutStorage.prepare, {}],
    ['JavaScript off', async () => {}, { javaScriptEnabled: false }],
  ] as const)('does not reload the page with %s', (_name, prepare, options) =>
    withPage(options, async (page, { demo }) => {
      const loads = loadsOf(page);
      await prepare(page);
      await page.route(STYLE, (route) => route.abort());
      await page.goto(`${demo}/en`);
      await expectLoads(page, loads, 1);
      expect(await page.locator('h1').first().isVisible()).toBe(true);
    }),
  );

  it.each([
    ['typed', (page: Page) => page.fill('#companyName', 'Acme')],
    ['picked', (page: Page) => page.setInputFiles('#declareFile', pdf('a.pdf'))],
  ])('does not reload the page after something was %s in its form', (_name, fill) =>
    withPage({}, async (page, { demo }) => {
      await page.route(/\/assets\/form-/u, (route) =>
        route.fulfill({ contentType: 'text/javascript', body: '' }),
      );
      const loads = loadsOf(page);
      await page.goto(demo + FORM);
      await fill(page);
      const failed = untilFailed(page);
      await addScript(page, '/assets/gone.js');
      await failed;
      await expectLoads(page, loads, 1);
    }),
  );

  it('does not reload a page that is the response to a POST', () =>
    withPage({}, async (page, { demo }) => {
      await page.route(SITE_SCRIPT, (route) => route.abort());
      const loads = loadsOf(page);
      await page.goto(demo + FORM);
      await expectLoads(page, loads, 2);
      await page.evaluate(() => sessionStorage.clear());
      await page.locator('#_submit').click();
      await page.locator('#_problems').waitFor();
      await expectLoads(page, loads, 3);
    }));
});
