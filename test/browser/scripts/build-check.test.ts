import type { Page, Request, Route } from 'playwright';
import { describe, expect, it } from 'vitest';
import en from '../../../locales/en/site.json' with { type: 'json' };
import zh from '../../../locales/zh/site.json' with { type: 'json' };
import { complaintsOf, withPage } from '../../support/browser.ts';
import { stopClock } from '../../support/clock.ts';
import { itFirst } from '../../support/matrix.ts';
import { isMarked, mark, withoutScript, withoutStorage } from '../../support/without.ts';

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
const NEWER = { id: 'another', timestamp: '2999-01-01T00:00:00.000Z' };
const OLDER = { id: 'another', timestamp: '1999-01-01T00:00:00.000Z' };

const answer = (json: unknown) => (route: Route) => route.fulfill({ json });
const notices = (page: Page) => page.getByRole('status').locator('p');
const words = (page: Page) => notices(page).allTextContents();
const notice = (text: string, { refresh, dismiss } = en) => `${text} ${refresh} ${dismiss}`;

/** Unanswered requests of each page. */
const unanswered = new WeakMap<Page, Set<Request>>();

/** Opens a page with a stopped clock and counts requests of the check. */
async function open(page: Page, address: string): Promise<string[]> {
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
  await page.goto(address, { waitUntil: 'load' });
  return asked;
}

/** Advances the clock by an hour and waits for responses and notices. */
async function passHour(page: Page): Promise<void> {
  await page.clock.runFor(HOUR);
  // A request may follow the response to another.
  for (let round = 0; round < 3; round += 1) {
    await page.waitForTimeout(50);
    await expect.poll(() => unanswered.get(page)?.size).toBe(0);
  }
  await page.clock.runFor(200);
}

describe('the hourly check', () => {
  it('asks for a newer build and page once per hour', () =>
    withPage({}, async (page, { demo }) => {
      const payload = '/en/news/group-news/_payload.json';
      const complaints = complaintsOf(page);
      const asked = await open(page, demo + PAGE);
      await page.clock.runFor(HOUR - 1000);
      expect(asked).toEqual([]);
      await passHour(page);
      const { id } = await (await fetch(`${demo}/builds/latest.json`)).json();
      const hourly = ['/builds/latest.json', `/builds/meta/${id}.json`, payload];
      expect(asked.sort()).toEqual(hourly);
      await passHour(page);
      expect(asked.sort()).toEqual([...hourly, ...hourly].sort());
      expect(await words(page)).toEqual([]);
      expect(complaints).toEqual([]);
    }));

  it.each([
    ['/en', notice(en.newBuild)],
    ['/', notice(zh.newBuild, zh)],
  ])('a newer build is said once, politely, in the language of %s', (address, text) =>
    withPage({}, async (page, { demo }) => {
      const complaints = complaintsOf(page);
      await deploy(page, NEWER);
      const asked = await open(page, demo + address);
      for (let hour = 0; hour < 3; hour += 1) await passHour(page);
      expect(await words(page)).toEqual([text]);
      expect(asked.filter((path) => path === '/builds/latest.json')).toHaveLength(1);
      expect(asked.some((path) => path.startsWith('/builds/meta/'))).toBe(true);
      expect(complaints).toEqual([]);
    }),
  );

  it('shows one notice for a changed page', () =>
    withPage({}, async (page, { demo }) => {
      await page.route(PAYLOAD, answer({ hash: 'another' }));
      await open(page, demo + PAGE);
      for (let hour = 0; hour < 3; hour += 1) await passHour(page);
      expect(await words(page)).toEqual([notice(en.newPage)]);
    }));

  it('shows notices for a new build and a changed page', () =>
    withPage({}, async (page, { demo }) => {
      await deploy(page, NEWER);
      await page.route(PAYLOAD, answer({ hash: 'another' }));
      await open(page, demo + PAGE);
      await passHour(page);
      expect((await words(page)).sort()).toEqual([notice(en.newBuild), notice(en.newPage)].sort());
    }));

  it('treats a build that the server does not know as replaced', () =>
    withPage({}, async (page, { demo }) => {
      await page.route(META, (route) => route.fulfill({ status: 404 }));
      await deploy(page, OLDER);
      await open(page, demo + PAGE);
      await passHour(page);
      expect(await words(page)).toEqual([notice(en.newBuild)]);
    }));

  itFirst<[string, (page: Page) => Promise<unknown>]>(1, [
    ['an older build', (page) => deploy(page, OLDER)],
    ['an error', (page) => page.route(LATEST, (route) => route.fulfill({ status: 500 }))],
    ['no answer', (page) => page.route(/latest\.json|_payload\.json/u, (route) => route.abort())],
    [
      'no JSON',
      (page) => page.route(/latest\.json|_payload\.json/u, (route) => route.fulfill({ body: '<p>' })),
    ],
    [
      'no JSON of the running build',
      async (page) => {
        await page.route(META, (route) => route.abort());
        await deploy(page, NEWER);
      },
    ],
    [
      'no metadata of the newest build',
      async (page) => {
        await deploy(page, NEWER);
        await page.route(META, (route) => route.fulfill({ status: 404 }));
      },
    ],
  ])('nothing is said after %s, and the next hour asks again', (_name, prepare) =>
    withPage({}, async (page, { demo }) => {
      const errors: Error[] = [];
      page.on('pageerror', (error) => errors.push(error));
      await prepare(page);
      await open(page, demo + PAGE);
      await passHour(page);
      expect(await words(page)).toEqual([]);
      expect(errors).toEqual([]);
      await page.unrouteAll();
      await deploy(page, NEWER);
      await passHour(page);
      expect(await words(page)).toEqual([notice(en.newBuild)]);
    }),
  );

  it('runs once when a hidden page becomes visible', () =>
    withPage({}, async (page, { demo }) => {
      await page.addInitScript(() => {
        Object.assign(window, { isOut: true });
        Object.defineProperty(document, 'hidden', { get: () => Reflect.get(window, 'isOut') });
      });
      const asked = await open(page, demo + PAGE);
      await passHour(page);
      await passHour(page);
      expect(asked).toEqual([]);
      await page.evaluate(() => {
        Object.assign(window, { isOut: false });
        document.dispatchEvent(new Event('visibilitychange'));
        document.dispatchEvent(new Event('visibilitychange'));
      });
      await expect.poll(() => asked.length).toBe(3);
    }));
});

describe('the notice on the form', () => {
  const values = (page: Page) =>
    Promise.all(['#companyName', '#companyDescription'].map((field) => page.inputValue(field)));

  it('keeps typed text on refresh', () =>
    withPage({}, async (page, { demo }) => {
      await deploy(page, NEWER);
      await open(page, demo + FORM);
      await page.fill('#companyName', 'Qingshan Materials');
      await page.fill('#companyDescription', 'Two lines\nof text');
      await mark(page);
      await passHour(page);
      expect(await words(page)).toEqual([notice(en.newBuild)]);
      // The click leaves a field, whose check needs timers.
      await page.clock.resume();
      await notices(page).getByRole('link', { name: en.refresh }).click();
      await expect.poll(() => isMarked(page).catch(() => true)).toBe(false);
      await page.locator('#_form').waitFor();
      expect(await values(page)).toEqual(['Qingshan Materials', 'Two lines\nof text']);
    }));

  it('keeps the page if typed text cannot be saved', () =>
    withPage({}, async (page, { demo }) => {
      await deploy(page, NEWER);
      await open(page, demo + FORM);
      await page.fill('#companyName', 'Qingshan Materials');
      await page.fill('#companyDescription', 'Text');
      await passHour(page);
      await page.route(`**${FORM}`, (route) => route.abort());
      await mark(page);
      await page.clock.resume();
      await notices(page).getByRole('link', { name: en.refresh }).click();
      await expect.poll(() => words(page)).toEqual([notice(en.refreshUnsaved)]);
      expect(await isMarked(page)).toBe(true);
      expect(await values(page)).toEqual(['Qingshan Materials', 'Text']);
    }));
});

itFirst(1, ['/en/search?keyword=fund', '/en/nowhere', '/en/news/group-news/1003'])(
  'a newer build is announced on %s',
  (address) =>
    withPage({}, async (page, { demo }) => {
      await deploy(page, NEWER);
      await open(page, demo + address);
      await passHour(page);
      expect(await words(page)).toEqual([notice(en.newBuild)]);
    }),
);

describe('the notice', () => {
  const withNotice = (use: (page: Page) => Promise<void>, address = PAGE) =>
    withPage({}, async (page, { demo }) => {
      await deploy(page, NEWER);
      await open(page, demo + address);
      await mark(page);
      await passHour(page);
      await use(page);
    });

  it('is added to an existing live region', () =>
    withPage({}, async (page, { demo }) => {
      await deploy(page, NEWER);
      await open(page, demo + PAGE);
      await page.clock.runFor(HOUR);
      await page.getByRole('status').waitFor({ state: 'attached' });
      expect(await page.getByRole('status').textContent()).toBe('');
    }));

  itFirst(1, [`${PAGE}#_main`, PAGE])('has a link that loads %s anew', (address) =>
    withNotice(async (page) => {
      const link = notices(page).getByRole('link', { name: en.refresh });
      expect(await link.getAttribute('href')).toBe(PAGE);
      await Promise.all([page.waitForEvent('load'), link.click()]);
      expect(await isMarked(page)).toBe(false);
    }, address),
  );

  it('can be dismissed by keyboard', () =>
    withNotice(async (page) => {
      await notices(page).getByRole('button', { name: en.dismiss }).press('Enter');
      expect(await words(page)).toEqual([]);
      expect(await isMarked(page)).toBe(true);
    }));
});

describe.each(withoutScript)('with $name', ({ options, prepare }) => {
  it('no check runs and no notice is shown', () =>
    withPage({ ...options }, async (page, { demo }) => {
      await prepare(page);
      const asked = await open(page, demo + PAGE);
      await page.clock.runFor(2 * HOUR);
      expect(asked).toEqual([]);
      expect(await page.getByRole('status').count()).toBe(0);
    }));
});

describe(`with ${withoutStorage.name}`, () => {
  it('a newer build is announced', () =>
    withPage({}, async (page, { demo }) => {
      await withoutStorage.prepare(page);
      await deploy(page, NEWER);
      await open(page, demo + PAGE);
      await passHour(page);
      expect(await words(page)).toEqual([notice(en.newBuild)]);
    }));
});
