import type { Page, Request, Route } from 'playwright';
import { expect, it } from 'vitest';
import en from '../../locales/en/site.json' with { type: 'json' };
import zh from '../../locales/zh/site.json' with { type: 'json' };
import { complaintsOf, withPage } from '../support/browser.ts';
import { stopClock } from '../support/clock.ts';
import { itFirst, MATRIX } from '../support/matrix.ts';
import { isMarked, mark } from '../support/missing-features.ts';

const HOUR = 3_600_000;
const PAGE = '/en/news/group-news?page=2';
const LATEST = '**/builds/latest.json';
const META = '**/builds/meta/*.json';
const FORM = '/en/work-with-us/application';
const PAYLOAD = /\/_payload\.json(?:\?|$)/u;
/** Serves a build as the newest one, with its metadata. */
async function deploy(page: Page, build: { id: string; timestamp: string }): Promise<void> {
  await page.route(LATEST, answer(build));
  await page.route(`**/builds/meta/${build.id}.json`, answer(build));
}
const OLDER = { id: 'older', timestamp: '2000-01-01T00:00:00.000Z' };
const NEWER = { id: 'another', timestamp: '2999-01-01T00:00:00.000Z' };

const answer = (json: unknown) => (route: Route) => route.fulfill({ json });
const notices = (page: Page) => page.getByRole('status').locator('p');
const words = (page: Page) => notices(page).allTextContents();
const notice = (text: string, { refresh, dismiss } = en) => `${text} ${refresh} ${dismiss}`;

/** Pending requests of each page. */
const unanswered = new WeakMap<Page, Set<Request>>();

/** Opens a page with a stopped clock and counts requests of the check. */
async function open(page: Page, url: string): Promise<string[]> {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/builds/') || PAYLOAD.test(pathname)) asked.push(pathname);
  });
  const waiting = new Set<Request>();
  unanswered.set(page, waiting);
  page.on('request', (request) => waiting.add(request));
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => waiting.delete(request));
  await stopClock(page);
  await page.goto(url, { waitUntil: 'load' });
  return asked;
}

/** Number of sequential requests to wait for. */
const CHAIN = 3;

/** Waits until the page has handled all its responses. */
async function settle(page: Page): Promise<void> {
  for (let step = 0; step < CHAIN; step += 1) {
    // Resolves after the page has handled earlier responses.
    await page.evaluate(() => fetch('/robots.txt'));
    await expect.poll(() => unanswered.get(page)?.size).toBe(0);
  }
}

/** Advances the clock by an hour and waits for responses and notices. */
async function passHour(page: Page): Promise<void> {
  await page.clock.runFor(HOUR);
  await settle(page);
  await page.clock.runFor(200);
}

/** Opens a page, advances the clock by an hour and returns the notices. */
async function noticesAfterHour(page: Page, url: string): Promise<string[]> {
  await open(page, url);
  await passHour(page);
  return words(page);
}

it('checks for a newer build and page once per hour', { tags: MATRIX }, () =>
  withPage({}, async (page, { demo }) => {
    const complaints = complaintsOf(page);
    const asked = await open(page, demo + PAGE);
    await page.clock.runFor(HOUR - 1000);
    expect(asked).toEqual([]);
    await passHour(page);
    const { id } = await (await fetch(`${demo}/builds/latest.json`)).json();
    const hourly = ['/builds/latest.json', `/builds/meta/${id}.json`, '/en/news/group-news/_payload.json'];
    expect(asked.sort()).toEqual(hourly);
    await passHour(page);
    expect(asked.sort()).toEqual([...hourly, ...hourly].sort());
    expect(await words(page)).toEqual([]);
    expect(complaints).toEqual([]);
  }),
);

itFirst(1, [FORM, '/', '/en/news/group-news/1003'])(
  'announces a newer build once on %s, even after its files were removed',
  (url) =>
    withPage({}, async (page, { demo }) => {
      await deploy(page, NEWER);
      const asked = await open(page, demo + url);
      // A script of the form that failed would reload the page.
      await settle(page);
      await page.route('**/assets/**', (route) => route.fulfill({ status: 404 }));
      await passHour(page);
      await expect
        .poll(() => words(page))
        .toEqual([url === '/' ? notice(zh.newVersion, zh) : notice(en.newVersion)]);
      await passHour(page);
      expect(asked.filter((path) => path === '/builds/latest.json')).toHaveLength(1);
    }),
);

it.each<[string, (page: Page) => Promise<unknown>]>([
  ['a payload with another hash', (page) => page.route(PAYLOAD, answer({ hash: 'another' }))],
  [
    'an older build on a server that does not know the build of the page',
    async (page) => {
      await page.route(META, (route) => route.fulfill({ status: 404 }));
      await deploy(page, OLDER);
    },
  ],
])('announces %s', (_name, prepare) =>
  withPage({}, async (page, { demo }) => {
    await prepare(page);
    await open(page, demo + PAGE);
    await passHour(page);
    await expect.poll(() => words(page)).toEqual([notice(en.newVersion)]);
  }),
);

it.each<[string, (page: Page) => Promise<unknown>]>([
  [
    'a response that is not JSON',
    (page) => page.route(/latest\.json|_payload\.json/u, (route) => route.fulfill({ body: '<p>' })),
  ],
  [
    'missing metadata of the newest build',
    async (page) => {
      await deploy(page, NEWER);
      await page.route(META, (route) => route.fulfill({ status: 404 }));
    },
  ],
])('shows no notice after %s and retries an hour later', { tags: MATRIX }, (_name, prepare) =>
  withPage({}, async (page, { demo }) => {
    const errors: Error[] = [];
    page.on('pageerror', (error) => errors.push(error));
    await prepare(page);
    expect(await noticesAfterHour(page, demo + PAGE)).toEqual([]);
    expect(errors).toEqual([]);
    await page.unrouteAll();
    await deploy(page, NEWER);
    await passHour(page);
    await expect.poll(() => words(page)).toEqual([notice(en.newVersion)]);
  }),
);

it('shows a notice that the keyboard can dismiss and follow', { tags: MATRIX }, () =>
  withPage({}, async (page, { demo }) => {
    await deploy(page, NEWER);
    await page.route(PAYLOAD, answer({ hash: 'another' }));
    await open(page, `${demo}${PAGE}#_main`);
    await mark(page);
    expect(await page.locator('#_notices[role=status]').textContent()).toBe('');
    await passHour(page);
    const link = notices(page).getByRole('link', { name: en.refresh });
    await Promise.all([page.waitForEvent('load'), link.click()]);
    expect(await isMarked(page)).toBe(false);
    expect(new URL(page.url()).search).toBe('?page=2');
    await passHour(page);
    await notices(page).getByRole('button', { name: en.dismiss }).press('Enter');
    expect(await words(page)).toEqual([]);
  }),
);

it.each([true, false])(
  'keeps typed text when the notice reloads the form (saving succeeds: %s)',
  { tags: MATRIX },
  (isSaved) =>
    withPage({}, async (page, { demo }) => {
      await deploy(page, NEWER);
      await open(page, demo + FORM);
      await page.fill('#companyName', 'Qingshan Materials');
      await page.fill('#companyDescription', 'Two lines\nof text');
      await mark(page);
      await passHour(page);
      if (!isSaved) await page.route(`**${FORM}`, (route) => route.abort());
      // The click leaves a field, whose check needs running timers.
      await page.clock.resume();
      await notices(page).getByRole('link', { name: en.refresh }).click();
      if (isSaved) await expect.poll(() => isMarked(page).catch(() => true)).toBe(false);
      else await expect.poll(() => words(page)).toEqual([notice(en.refreshUnsaved)]);
      await page.locator('#_form').waitFor();
      expect(await isMarked(page)).toBe(!isSaved);
      expect(await page.inputValue('#companyName')).toBe('Qingshan Materials');
      expect(await page.inputValue('#companyDescription')).toBe('Two lines\nof text');
    }),
);
