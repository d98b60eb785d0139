import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeEach, expect, it } from 'vitest';
import { createCache, PageDependencies } from '../../content/backend/cache.ts';
import { SiteError } from '../../lib/failures.ts';
import { createPageCache } from './page-cache.ts';

const FRESH_MS = 1000;
const STALE_MS = 10_000;
const ABOUT = { type: 'text/html', kind: 'page', language: 'zh' } as const;
const HTML = '<p>words</p>'.repeat(100);

let clock = 0;
let loads = 0;
let backend = { version: '1', isDown: false };
const now = () => clock;

const source = {
  path: '/article/page',
  async load() {
    loads += 1;
    if (backend.isDown) throw new SiteError('unreachable');
    return { value: backend.version, bytes: 1, version: backend.version };
  },
};

/** Creates a cache that contains one page, made of the content of one key. */
async function kept(url = '/news', maxBytes?: number) {
  const content = createCache({
    freshMs: FRESH_MS,
    staleMs: STALE_MS,
    onStale: () => undefined,
    now,
  });
  const pages = createPageCache({
    cache: content,
    freshMs: FRESH_MS,
    staleMs: STALE_MS,
    headers: ['X-Own', 'yes'],
    maxBytes,
    now,
  });
  const dependencies = new PageDependencies();
  await dependencies.track('key', content.get('key', source));
  const { variants } = pages.store(url, HTML, ABOUT, dependencies);
  return { content, pages, variants };
}

beforeEach(() => {
  clock = 1_000_000;
  loads = 0;
  backend = { version: '1', isDown: false };
});

it('serves a page only while its content is fresh', async () => {
  const { pages, variants } = await kept();
  clock += FRESH_MS - 1;
  expect(pages.get('/news')?.variants).toBe(variants);
  expect(pages.get('/other')).toBeUndefined();
});

it('serves a stale page while its content is refreshed', async () => {
  const { pages, variants } = await kept();
  backend.version = '2';
  clock += FRESH_MS;
  expect(pages.get('/news')?.variants).toBe(variants);
  await new Promise(setImmediate);
  expect(pages.get('/news')).toBeUndefined();
});

it('serves a page during a backend failure as long as its content may be served', async () => {
  const { pages, variants } = await kept();
  backend.isDown = true;
  clock += STALE_MS - 1;
  expect(pages.get('/news')?.variants).toBe(variants);
  clock += 1;
  expect(pages.get('/news')).toBeUndefined();
});

it('stores an incomplete page only while its content is fresh', async () => {
  const { pages } = await kept();
  const dependencies = new PageDependencies();
  const missing = Promise.reject(new SiteError('backendCode', { code: 404 }));
  await expect(dependencies.track('missing', missing)).rejects.toThrow();
  pages.store('/without', HTML, ABOUT, dependencies);
  clock += FRESH_MS - 1;
  expect(pages.get('/without')).toBeDefined();
  clock += 1;
  expect(pages.get('/without')).toBeUndefined();
});

it('drops pages beyond the maximum size', async () => {
  const { pages, variants } = await kept('/news', 2 * HTML.length - 1);
  expect(variants.get('identity').body.toString()).toBe(HTML);
  expect(pages.get('/news')).toBeUndefined();
});

it('sends each encoding of a page with its own ETag and length', async () => {
  const { variants } = await kept();
  const [identity, gzip, br] = (['identity', 'gzip', 'br'] as const).map((name) => variants.get(name));
  expect(identity?.body.toString()).toBe(HTML);
  expect(gunzipSync(gzip?.body ?? '').toString()).toBe(HTML);
  expect(brotliDecompressSync(br?.body ?? '').toString()).toBe(HTML);
  expect(new Set([identity?.etag, gzip?.etag, br?.etag]).size).toBe(3);
  expect(br?.headers).toEqual(
    expect.arrayContaining(['X-Own', 'yes', 'Content-Length', `${br?.body.length}`]),
  );
});

it.each([
  ['/', 'Accept-Encoding, Cookie'],
  ['/en', 'Accept-Encoding'],
])('sends Vary for %s: %s', async (url, vary) => {
  const { headers } = (await kept(url)).variants.get('identity');
  expect(headers[headers.indexOf('Vary') + 1]).toBe(vary);
});

it('drops a fresh page once its content has changed', async () => {
  const { content, pages, variants } = await kept();
  expect(pages.get('/news')?.variants).toBe(variants);
  backend.version = '2';
  content.change();
  expect(pages.get('/news')?.variants).toBe(variants);
  await new Promise(setImmediate);
  expect(pages.get('/news')).toBeUndefined();
});

it('keeps a page whose content is unchanged after a reported change', async () => {
  const { content, pages, variants } = await kept();
  for (const paths of [['/article/page'], ['/event/list']]) {
    content.change(paths);
    clock += 1;
    expect(pages.get('/news')?.variants).toBe(variants);
    await new Promise(setImmediate);
    expect(pages.get('/news')?.variants).toBe(variants);
  }
  expect(loads).toBe(2);
});
