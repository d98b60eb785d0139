import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RETRY_DELAY_MS } from '../../src/content/backend/cache.ts';
import { expectErrorPage } from '../support/error-page.ts';
import { code, data, PATHS, type Reply } from '../support/fake-backend.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

/** Moves the clock of the site forward. */
const { now } = Date;
let skippedMs = 0;
vi.spyOn(Date, 'now').mockImplementation(() => now() + skippedMs);
afterAll(() => vi.restoreAllMocks());

/** Content of this site is never fresh. */
const site = siteForFile({ CONTENT_FRESH_S: '0', CONTENT_STALE_S: '60' });
const ARTICLE = '/newsroom/press-room/p2';

const status = async (url = ARTICLE) => (await site().raw(url)).status;
const staleLines = () => site().linesWith('served a stale response');
/** A failed refresh is logged for the first request after the retry pause. */
const untilLogged = (url: string, path: string) =>
  expect
    .poll(async () => {
      await status(url);
      return staleLines().find((line) => line.path === path)?.level;
    })
    .toBe(40);

beforeEach(async () => {
  for (const url of [ARTICLE, '/', '/history']) expect(await status(url)).toBe(200);
  site().lines.length = 0;
});
// The next test starts with the usual content and without the pause after a failed refresh.
afterEach(async () => {
  skippedMs += RETRY_DELAY_MS;
  site().fake.comeUp();
  site().fake.restore();
  await expect.poll(async () => (await pageAt(site(), ARTICLE)).heading).toBe('新闻 2');
});

it('serves all known pages from stale copies while the backend is down', async () => {
  site().fake.goDown();
  for (const url of ['/', '/history', ARTICLE, '/readyz'])
    expect([url, await status(url)]).toEqual([url, 200]);
  await untilLogged('/history', PATHS.events);
  const url = '/en/annual-reports';
  const expected = { status: 500, error: 'server', language: 'en', url, hasMenu: true } as const;
  expectErrorPage(await pageAt(site(), url), expected);
});

it.each<[string, Reply, number, 'lost' | 'other']>([
  ['code 404', code(404), 404, 'lost'],
  ['code 410', code(410), 410, 'other'],
  ['data null', data(null), 404, 'lost'],
])('a stale copy never replaces %s of an article', async (_, reply, expected, error) => {
  site().fake.override(PATHS.article, reply);
  await expect.poll(() => status()).toBe(expected);
  expectErrorPage(await pageAt(site(), ARTICLE), { status: expected, error, url: ARTICLE });
  expect(staleLines()).toEqual([]);
  site().fake.override(PATHS.article, { destroy: true });
  expect(await status()).toBe(500);
});
