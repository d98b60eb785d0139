import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { CONTENT_FILE } from '../../src/content/backend/content-copies.ts';
import { code, PATHS } from '../support/fake-backend.ts';
import { FAKE_PAGES } from '../support/fake-pages.ts';
import type { Site } from '../support/site.ts';
import { sitesOnOneBackend } from '../support/sites-on-one-backend.ts';

const ARTICLE = '/newsroom/press-room/p2';
const sites = sitesOnOneBackend();
const { start, end } = sites;
const file = () => path.join(sites.dataDir, CONTENT_FILE);
const status = async (site: Site, address: string) => (await site.raw(address)).status;

async function expectAllServed(site: Site, pages = FAKE_PAGES): Promise<void> {
  for (const page of pages) expect([page, await status(site, page)]).toEqual([page, 200]);
}

/** Starts a site, serves these pages and stops it. */
async function served(pages: readonly string[], environment: Record<string, string> = {}): Promise<void> {
  const site = await start(environment);
  await expectAllServed(site, pages);
  // A search reads all pages in the background.
  await site.services.siteSearch.settled();
  await end(site);
  sites.fake.clearRequests();
}

describe('a restart with the backend down', () => {
  it('serves every kind of page that was served before without a backend call', async () => {
    await served(FAKE_PAGES);
    sites.fake.goDown();
    const site = await start();
    expect(await status(site, '/readyz')).toBe(200);
    await expectAllServed(site);
    const known: string[] = Object.values(PATHS);
    expect(sites.fake.requests().filter((question) => known.includes(question.path))).toEqual([]);
  });

  it('serves stale pages without waiting for an unresponsive backend', async () => {
    const pages = FAKE_PAGES.filter((_, at) => at % 4 === 0);
    const environment = { CONTENT_FRESH_S: '0', CONTENT_STALE_S: '3600', API_TIMEOUT_MS: '600000' };
    await served(pages, environment);
    for (const one of Object.values(PATHS)) sites.fake.override(one, { hang: true });
    await expectAllServed(await start(environment), pages);
  });

  it.each<[string, Record<string, string>, string]>([
    ['pages that were not served before', {}, '/annual-reports'],
    ['copies older than CONTENT_STALE_S', { CONTENT_FRESH_S: '0', CONTENT_STALE_S: '0' }, '/history'],
    ['content of another tenant', { API_HEADERS: '{"X-Tenant":"another"}' }, '/history'],
    ['content of another backend', { API_BASE_URL: 'http://127.0.0.1:1' }, '/history'],
  ])('does not serve %s after a restart', async (_, environment, address) => {
    await served(['/history']);
    sites.fake.goDown();
    expect(await status(await start(environment, false), address)).toBe(500);
  });

  it('serves stale copies for the same headers in another order and case', async () => {
    await served(['/history'], { API_HEADERS: '{"X-Tenant":"1","X-Site":"2"}' });
    sites.fake.goDown();
    const site = await start({ API_HEADERS: '{"x-site":"2","x-tenant":"1"}' });
    expect(await status(site, '/history')).toBe(200);
  });

  it('does not serve a stale copy of an article that the backend has removed', async () => {
    await served([ARTICLE]);
    sites.fake.override(PATHS.article, code(404));
    const site = await start({ CONTENT_FRESH_S: '0' });
    await expect.poll(() => status(site, ARTICLE)).toBe(404);
    await end(site);
    sites.fake.goDown();
    expect(await status(await start(), ARTICLE)).toBe(500);
  });
});

it.each<[string, () => Promise<unknown>]>([
  ['that is broken', () => writeFile(file(), 'broken '.repeat(1000))],
  ['that cannot be written', () => mkdir(file())],
])('logs a stale copies file %s once without affecting pages', async (_, spoil) => {
  await spoil();
  const site = await start();
  await expectAllServed(site, ['/', '/history', ARTICLE]);
  expect(site.linesWith('content is not stored on disk')).toHaveLength(1);
});
