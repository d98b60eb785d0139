import type { Page, Request } from 'playwright';
import { expect, it } from 'vitest';
import { complaintsOf, viewports, withPage } from '../support/browser.ts';
import { isMarked, mark } from '../support/missing-features.ts';

const SEARCH = '/en/search?keyword=fund';

const input = (page: Page) => page.locator('#_keyword-again');
const message = (page: Page): Promise<string | null> => page.textContent('.search-message');
const isMessageFocused = (page: Page) =>
  page.evaluate(() => document.activeElement?.matches('.search-message') ?? false);

/** Waits for the script that swaps results. */
const waitForSearchScript = (page: Page) => page.locator('[data-htmx-powered]').first().waitFor();

async function openSearch(page: Page, demo: string): Promise<void> {
  await page.goto(demo + SEARCH);
  await waitForSearchScript(page);
}

async function searchFor(page: Page, keyword: string): Promise<void> {
  await input(page).fill(keyword);
  await input(page).press('Enter');
}

/** Expects the results of a keyword, and waits for the script if Back or Forward loaded the page again. */
async function expectSearch(page: Page, keyword: string, words: RegExp): Promise<void> {
  await expect.poll(() => message(page)).toMatch(words);
  await expect.poll(() => new URL(page.url()).searchParams.get('keyword')).toBe(keyword);
  await expect.poll(() => page.title()).toContain(keyword);
  expect(await input(page).inputValue()).toBe(keyword);
  expect(await page.getAttribute('#_switch', 'href')).toBe(
    `/search?keyword=${encodeURIComponent(keyword)}&lang=zh`,
  );
  await waitForSearchScript(page);
}

it('a search replaces only the search component', () =>
  withPage({ viewport: viewports.phone }, async (page, { demo }) => {
    const complaints = complaintsOf(page);
    await openSearch(page, demo);
    await mark(page);
    const response = page.waitForResponse((one) => one.url().includes('keyword=storage'));
    await searchFor(page, 'storage');
    expect(await (await response).text()).not.toMatch(/<html|<header|<footer/u);
    await expectSearch(page, 'storage', /“storage”/u);
    await expect.poll(() => isMessageFocused(page)).toBe(true);
    expect(await page.locator('#_results').count()).toBe(1);
    await searchFor(page, 'armadillo <b>');
    await expectSearch(page, 'armadillo <b>', /No results for “armadillo <b>”/u);
    await searchFor(page, '');
    await expect.poll(() => message(page)).toMatch(/Enter a search term/u);
    expect(await isMarked(page)).toBe(true);
    expect(complaints).toEqual([]);
  }));

it('Back and Forward restore a search with its keyword', () =>
  withPage({}, async (page, { demo }) => {
    await openSearch(page, demo);
    await searchFor(page, 'storage');
    await expectSearch(page, 'storage', /“storage”/u);
    await searchFor(page, 'armadillo');
    await expectSearch(page, 'armadillo', /No results/u);
    await page.goBack();
    await expectSearch(page, 'storage', /“storage”/u);
    await page.goBack();
    await expectSearch(page, 'fund', /“fund”/u);
    await page.goForward();
    await expectSearch(page, 'storage', /“storage”/u);
    await searchFor(page, 'fund');
    await expectSearch(page, 'fund', /“fund”/u);
    await page.goBack();
    await expectSearch(page, 'storage', /“storage”/u);
  }));

it('a search replaces an earlier search on a slow network', () =>
  withPage({}, async (page, { demo }) => {
    const slow = Promise.withResolvers<void>();
    await openSearch(page, demo);
    const isEarlier = (one: Request) => one.url().endsWith('keyword=storage');
    const ended = Promise.race([
      page.waitForEvent('requestfinished', isEarlier),
      page.waitForEvent('requestfailed', isEarlier),
    ]);
    await page.route('**keyword=storage', async (route) => {
      await slow.promise;
      await route.continue().catch(() => {});
    });
    await page.route('**keyword=armadillo', async (route) => {
      slow.resolve();
      await ended;
      await route.continue();
    });
    await searchFor(page, 'storage');
    await page.locator('main.htmx-request').waitFor();
    await searchFor(page, 'armadillo');
    await expectSearch(page, 'armadillo', /No results/u);
    await expect.poll(() => page.locator('main.htmx-request').count()).toBe(0);
  }));

it('the browser loads a search page if the response fails', () =>
  withPage({}, async (page, { demo }) => {
    await openSearch(page, demo);
    await mark(page);
    await page.route('**keyword=storage', (route) => route.abort(), { times: 1 });
    await searchFor(page, 'storage');
    await expect.poll(() => page.title()).toMatch(/storage/u);
    await expect.poll(() => isMarked(page).catch(() => true)).toBe(false);
    expect(page.url()).toBe(`${demo}/en/search?keyword=storage`);
  }));
