import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { CONTENT_FILE } from '../../src/backend/content-copies.ts';
import { code, PATHS } from '../support/fake-backend.ts';
import { FAKE_PAGES } from '../support/fake-pages.ts';
import type { Site } from '../support/site.ts';
import { sitesOnOneBackend } from '../support/sites-on-one-backend.ts';

/** Far longer than any test waits: who answers at all has not waited for the backend. */
const FOREVER_MS = '600000';

const ARTICLE = '/newsroom/press-room/p2';
const sites = sitesOnOneBackend();
const { start, end } = sites;

/** A site that has read pages once, and has ended. */
async function seen(pages: readonly string[], environment: Record<string, string> = {}): Promise<void> {
  const site = await start(environment);
  for (const page of pages) expect([page, await status(site, page)]).toEqual([page, 200]);
  // A search has all pages read behind the scenes.
  await site.services.siteSearch.settled();
  await end(site);
  sites.fake.forgetCalls();
}

const status = async (site: Site, address: string) => (await site.raw(address)).status;
const contentCalls = () =>
  sites.fake.asked().filter(({ path: asked }) => Object.values(PATHS).includes(asked as never));
const hangAll = () => {
  for (const one of Object.values(PATHS)) sites.fake.override(one, { hang: true });
};
const file = () => path.join(sites.dataDir, CONTENT_FILE);
/** How many copies of content, and of searches, are on disk. */
function copies(): { content: number; searches: number } {
  const database = new DatabaseSync(file());
  const count = database.prepare('select count(*) as count from answers where is_search = ?');
  const [content, searches] = [0, 1].map((isSearch) => count.get(isSearch)?.count as number);
  database.close();
  return { content: content ?? 0, searches: searches ?? 0 };
}

describe('a restart with the backend off', () => {
  it('serves every kind of page that was seen before, without a call', { timeout: 120_000 }, async () => {
    await seen(FAKE_PAGES);
    sites.fake.goDown();
    const site = await start();
    expect(await status(site, '/readyz')).toBe(200);
    for (const page of FAKE_PAGES) expect([page, await status(site, page)]).toEqual([page, 200]);
    expect(contentCalls()).toEqual([]);
  });

  it('does the same where content is never fresh, and the backend never answers', {
    timeout: 120_000,
  }, async () => {
    const environment = { CONTENT_FRESH_S: '0', CONTENT_STALE_S: '3600', API_TIMEOUT_MS: FOREVER_MS };
    await seen(FAKE_PAGES, environment);
    hangAll();
    const site = await start(environment);
    for (const page of FAKE_PAGES) expect([page, await status(site, page)]).toEqual([page, 200]);
    await expect.poll(() => contentCalls().length).toBeGreaterThan(0);
  });

  it('knows nothing of pages that nobody saw', async () => {
    await seen(['/history']);
    sites.fake.goDown();
    const site = await start();
    expect(await status(site, '/annual-reports')).toBe(500);
  });

  it('serves nothing that is older than CONTENT_STALE_S', async () => {
    await seen(['/history']);
    sites.fake.goDown();
    const site = await start({ CONTENT_FRESH_S: '0', CONTENT_STALE_S: '0' }, false);
    expect(await status(site, '/history')).toBe(500);
  });

  it.each([
    ['tenant', { API_HEADERS: '{"X-Tenant":"another"}' }],
    ['backend', { API_BASE_URL: 'http://127.0.0.1:1' }],
  ])('has nothing for another %s', async (_what, environment) => {
    await seen(['/history']);
    sites.fake.goDown();
    const site = await start(environment, false);
    expect([await status(site, '/history'), await status(site, '/readyz')]).toEqual([500, 503]);
  });

  it('takes the same headers in another order and case for the same', async () => {
    await seen(['/history'], { API_HEADERS: '{"X-Tenant":"1","X-Site":"2"}' });
    sites.fake.goDown();
    const site = await start({ API_HEADERS: '{"x-site":"2","x-tenant":"1"}' });
    expect(await status(site, '/history')).toBe(200);
  });

  it('replaces a broken file, says so, and asks the backend', async () => {
    await seen(['/history']);
    await writeFile(file(), 'broken '.repeat(1000));
    const site = await start();
    expect(await status(site, '/history')).toBe(200);
    expect(sites.fake.calls(PATHS.events)).toBe(1);
    expect(site.linesWith('content is not stored on disk')).toHaveLength(1);
    expect(copies().content).toBeGreaterThan(0);
  });
});

describe('what the backend takes back', () => {
  it('is gone from the disk', async () => {
    await seen([ARTICLE]);
    sites.fake.override(PATHS.article, code(404));
    const site = await start({ CONTENT_FRESH_S: '0' });
    await expect.poll(() => status(site, ARTICLE)).toBe(404);
    await end(site);
    sites.fake.goDown();
    expect(await status(await start(), ARTICLE)).toBe(500);
  });
});

describe('several processes with one file', () => {
  it('share what one of them was told', async () => {
    const [one, other] = [await start(), await start()];
    expect(await status(one, '/history')).toBe(200);
    expect(await status(other, '/history')).toBe(200);
    expect(sites.fake.calls(PATHS.events)).toBe(1);
  });
});

describe('the file', () => {
  it('that cannot be written is logged once and harms no page', async () => {
    await mkdir(file());
    const site = await start();
    for (const page of FAKE_PAGES) expect([page, await status(site, page)]).toEqual([page, 200]);
    expect(site.linesWith('content is not stored on disk')).toHaveLength(1);
  });

  it('does not grow with addresses that lead nowhere', async () => {
    const first = await start();
    for (const page of ['/newsroom/insights', '/search?keyword=first']) await first.raw(page);
    await first.services.siteSearch.settled();
    await end(first);
    const before = copies();
    const site = await start();
    for (const page of ['/newsroom/insights?page=999', '/articles/none', '/no/such/page', '/articles/p2x']) {
      expect(await status(site, page)).toBe(404);
    }
    for (const keyword of ['none', 'no such', 'neither'])
      await site.raw(`/search?keyword=${encodeURIComponent(keyword)}`);
    await site.services.siteSearch.settled();
    await end(site);
    expect(copies()).toEqual({ content: before.content, searches: 4 });
  });
});
