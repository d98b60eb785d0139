import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { withPage } from '../../support/browser.ts';
import { stopClock } from '../../support/clock.ts';
import { describeEach, itEach, itFirst } from '../../support/matrix.ts';
import { withoutStorage } from '../../support/without.ts';

const GUARD = 10_000;
const STYLE = /\/assets\/site-\w+\.css$/u;
const SITE_SCRIPT = /\/assets\/site-\w+\.js$/u;
const KINDS = ['/en', '/en/search', '/en/work-with-us/application'].map((address) => ({ address }));
const isShown = ({ address }: (typeof KINDS)[number]) => address === '/en';

/** Counts requests for the page. */
function loadsOf(page: Page): () => number {
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  return () => loads;
}

/** Waits until the number of loads is reached and stays. */
async function expectLoads(page: Page, loads: () => number, count: number): Promise<void> {
  await expect.poll(loads).toBe(count);
  await page.waitForTimeout(400);
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
/** As text, because the bundler of the tests would resolve the import. */
const importScript = (page: Page, address: string) => page.evaluate(`void import('${address}')`);
const isStyled = (page: Page) => page.evaluate(() => getComputedStyle(document.body).margin === '0px');

describeEach(KINDS, isShown)('on $address', ({ address }) => {
  it('a style that failed reloads the page once', () =>
    withPage({}, async (page, { demo }) => {
      const loads = loadsOf(page);
      let asked = 0;
      await page.route(STYLE, (route) => {
        asked += 1;
        return asked === 1 ? route.fulfill({ status: 404, contentType: 'text/html' }) : route.continue();
      });
      await page.goto(demo + address);
      await expectLoads(page, loads, 2);
      expect(await isStyled(page)).toBe(true);
    }));

  it.each([
    ['answered with 404', { status: 404, contentType: 'text/html', body: '<p>no</p>' }],
    ['cut off', undefined],
  ])('one that is always %s is asked for by one reload alone', (_name, answer) =>
    withPage({}, async (page, { demo }) => {
      const loads = loadsOf(page);
      await page.route(STYLE, (route) => (answer ? route.fulfill(answer) : route.abort()));
      await page.goto(demo + address);
      await expectLoads(page, loads, 2);
      expect(await page.locator('h1').first().isVisible()).toBe(true);
    }),
  );

  it('a script of the site that failed reloads the page once', () =>
    withPage({}, async (page, { demo }) => {
      const loads = loadsOf(page);
      await page.route(SITE_SCRIPT, (route) => route.fulfill({ status: 404, contentType: 'text/html' }));
      await page.goto(demo + address);
      await expectLoads(page, loads, 2);
    }));

  it.each<[string, (page: Page) => Promise<unknown>]>([
    ['script', (page) => addScript(page, '/assets/gone.js')],
    ['style', (page) => addStyle(page, '/assets/gone.css')],
    ['import', (page) => importScript(page, '/assets/gone.js')],
  ])('a %s that fails later reloads the page once', (_name, fail) =>
    withPage({}, async (page, { demo }) => {
      const loads = loadsOf(page);
      await page.goto(demo + address);
      await fail(page);
      await expectLoads(page, loads, 2);
      await fail(page);
      await expectLoads(page, loads, 2);
    }),
  );
});

itFirst<[string, string]>(1, [
  ['form', '/en/work-with-us/application'],
  ['search', '/en/search'],
])('the script of the %s that does not load reloads the page once', (name, address) =>
  withPage({}, async (page, { demo }) => {
    const loads = loadsOf(page);
    await page.route(new RegExp(`/assets/${name}-`, 'u'), (route) => route.abort());
    await page.goto(demo + address);
    await expectLoads(page, loads, 2);
  }),
);

describe('the reload guard', () => {
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

  it('reloads again for a new failure after ten seconds', () =>
    withPage({}, async (page, { demo }) => {
      const loads = loadsOf(page);
      await stopClock(page);
      await page.goto(`${demo}/en`);
      await addScript(page, '/assets/gone.js');
      await expectLoads(page, loads, 2);
      await page.clock.runFor(GUARD - 1000);
      await addScript(page, '/assets/gone.js');
      await expectLoads(page, loads, 2);
      await page.clock.runFor(1000);
      await addScript(page, '/assets/gone.js');
      await expectLoads(page, loads, 3);
    }));

  itFirst<[string, (page: Page) => Promise<unknown>]>(2, [
    ['a script of somebody else', (page) => addScript(page, 'http://127.0.0.1:1/assets/gone.js')],
    ['a file that is no asset', (page) => addScript(page, '/files/gone.js')],
    ['a picture', (page) => page.evaluate(() => Object.assign(new Image(), { src: '/assets/gone.png' }))],
    [
      'an exception of a script',
      (page) =>
        page.evaluate(
          () =>
            void setTimeout(() => {
              throw new Error('oops');
            }),
        ),
    ],
    ['another promise that fails', (page) => page.evaluate(() => void Promise.reject(new Error('oops')))],
    ['a promise that fails with nothing', (page) => page.evaluate(() => void Promise.reject())],
  ])('does not reload for %s', (_name, fail) =>
    withPage({}, async (page, { demo }) => {
      const loads = loadsOf(page);
      await page.goto(`${demo}/en`);
      await fail(page);
      await expectLoads(page, loads, 1);
    }),
  );

  it('does not reload without a network', () =>
    withPage({}, async (page, { demo }, context) => {
      const loads = loadsOf(page);
      await page.goto(`${demo}/en`);
      await context.setOffline(true);
      await addScript(page, '/assets/gone.js');
      await expectLoads(page, loads, 1);
    }));
});

describe(`with ${withoutStorage.name}`, () => {
  itEach(KINDS, isShown)('$address is never reloaded and is complete', ({ address }) =>
    withPage({}, async (page, { demo }) => {
      const loads = loadsOf(page);
      await withoutStorage.prepare(page);
      await page.route(STYLE, (route) => route.abort());
      await page.goto(demo + address);
      await addScript(page, '/assets/gone.js');
      await importScript(page, '/assets/gone.js');
      await expectLoads(page, loads, 1);
      expect(await page.locator('h1').first().isVisible()).toBe(true);
    }),
  );
});

describe('with JavaScript off', () => {
  itEach(KINDS, isShown)('$address is shown without its style', ({ address }) =>
    withPage({ javaScriptEnabled: false }, async (page, { demo }) => {
      const loads = loadsOf(page);
      await page.route(STYLE, (route) => route.abort());
      await page.goto(demo + address);
      await expectLoads(page, loads, 1);
      expect(await page.locator('h1').first().isVisible()).toBe(true);
    }),
  );
});

it('the response to a POST is not reloaded', () =>
  withPage({}, async (page, { demo }) => {
    await page.route(SITE_SCRIPT, (route) => route.abort());
    await page.goto(`${demo}/en/work-with-us/application`);
    await page.waitForTimeout(400);
    await page.evaluate(() => sessionStorage.clear());
    const loads = loadsOf(page);
    await page.locator('#_submit').click();
    await page.locator('#_problems').waitFor();
    await expectLoads(page, loads, 1);
  }));
