import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { MAX_RETRY_DELAY_MS } from '../../src/content/backend/cache.ts';
import { code, data, PATHS, type Reply } from '../support/fake-backend.ts';
import { SECTION_PAGES } from '../support/fake-content.ts';
import { TEST_SETTINGS } from '../support/form-client.ts';
import { metricsOf } from '../support/metrics.ts';
import { siteForFile } from '../support/site-for-file.ts';
import { CHINESE_FORM, visitor, whole } from './form/form-site.ts';

/** Moves the clock of the site forward. */
const { now } = Date;
let skippedMs = 0;
vi.spyOn(Date, 'now').mockImplementation(() => now() + skippedMs);
afterAll(() => vi.restoreAllMocks());

/** Content of this site is never fresh, so each request starts a refresh. */
const site = siteForFile({ ...TEST_SETTINGS, CONTENT_FRESH_S: '0', API_TIMEOUT_MS: '1000' });

const PAGES = [
  '/',
  '/en',
  '/newsroom/insights?page=2',
  '/newsroom/press-room/p2',
  '/en/newsroom/press-room/p2',
  '/en/apply',
  '/search?keyword=a',
  '/feed.xml',
  '/sitemap.xml',
  '/history/_payload.json',
  ...Object.values(SECTION_PAGES),
];

const FAILURES: [string, Reply][] = [
  ...[400, 401, 403, 404, 410, 429, 500, 1001].map((one): [string, Reply] => [`the code ${one}`, code(one)]),
  ...[401, 404, 429, 503].map((status): [string, Reply] => [`the HTTP status ${status}`, { status }]),
  ['a redirect', { status: 302, headers: { Location: '/login' } }],
  ['data null', data(null)],
  ['HTML', { body: '<p>Log in</p>' }],
  ['an empty body', {}],
  ['silence', { hang: true }],
];
/** Responses that mean that an article does not exist. */
const GONE = ['the code 404', 'the code 410', 'data null'];

const readiness = async () => {
  const { status, text } = await site().raw('/readyz');
  return [status, (JSON.parse(text) as { status: string }).status];
};
const backendUp = async () => (await metricsOf(site())).get('plinth_backend_up');

async function expectAllServed(): Promise<void> {
  for (const page of PAGES) expect([page, (await site().raw(page)).status]).toEqual([page, 200]);
}

/** Returns the paths whose failed refreshes are logged. */
const failedPaths = () =>
  site()
    .linesWith('served a stale response')
    .map(({ path }) => path);

// Starts with the usual content and without the pauses after failed refreshes.
beforeEach(async () => {
  skippedMs += MAX_RETRY_DELAY_MS;
  await expect.poll(backendUp).toBe(1);
  await expectAllServed();
  site().lines.length = 0;
});

it.each(FAILURES)(
  'serves all known pages and accepts applications while each response is %s',
  async (name, reply) => {
    const failing = Object.values(PATHS).filter((path) => path !== PATHS.article || !GONE.includes(name));
    for (const path of failing) site().fake.override(path, reply);
    const unnoticed = async () => {
      await expectAllServed();
      return failing.filter((path) => !failedPaths().includes(path));
    };
    await expect.poll(unnoticed).toEqual([]);
    await expectAllServed();
    const applicant = visitor(site(), CHINESE_FORM);
    await applicant.get();
    expect((await applicant.post(whole())).status).toBe(303);
    expect(await readiness()).toEqual([200, 'serving stale content']);
    expect(await backendUp()).toBe(0);
  },
);

it('reports that content is refreshed again', async () => {
  site().fake.override(PATHS.menu, code(429));
  await expect.poll(readiness).toEqual([200, 'serving stale content']);
  site().fake.restore();
  skippedMs += MAX_RETRY_DELAY_MS;
  await expect.poll(readiness).toEqual([200, 'ready']);
  expect(await backendUp()).toBe(1);
});

it('calls a rate-limited backend less often after each failure', async () => {
  site().fake.override(PATHS.events, code(429));
  await site().raw('/history');
  await expect.poll(failedPaths).toContain(PATHS.events);
  site().fake.clearRequests();
  for (let second = 0; second < MAX_RETRY_DELAY_MS / 1000; second += 1) {
    skippedMs += 1000;
    await site().raw('/history');
  }
  const calls = site().fake.calls(PATHS.events, 'zh');
  expect([calls > 1, calls <= 4]).toEqual([true, true]);
});
