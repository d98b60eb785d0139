import { expect, it } from 'vitest';
import en from '../../locales/en/site.json' with { type: 'json' };
import zh from '../../locales/zh/site.json' with { type: 'json' };
import { expectErrorPage, requestNumberIn } from '../support/error-page.ts';
import { code, data, NO_CONTENT_CACHE, PATHS } from '../support/fake-backend.ts';
import type { RawOptions } from '../support/raw-request.ts';
import { sectionPaths } from '../support/section-pages.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const site = siteForFile({ ...NO_CONTENT_CACHE, API_TIMEOUT_MS: '1200' });
/** Sections that are blocks of the home page. */
const HOME_SECTIONS: readonly string[] = ['honours', 'events', 'reports', 'directions', 'products'];
/** Paths of the backend that the home page needs. */
const HOME_PATHS = (Object.keys(PATHS) as (keyof typeof PATHS)[]).filter((name) =>
  name in sectionPaths ? HOME_SECTIONS.includes(name) : !['article', 'search'].includes(name),
);
const [WARN, ERROR] = [40, 50];

it.each([
  ['code 404', code(404, 'secret words'), 404, 'lost', WARN],
  ['code 403', code(403, 'secret words'), 403, 'other', WARN],
  ['code 1001', code(1001, 'secret words'), 500, 'other', WARN],
  ['a cut connection', { destroy: true }, 500, 'server', ERROR],
  ['HTML', { body: '<p>Log in</p>' }, 500, 'server', ERROR],
  ['data null', data(null), 500, 'server', ERROR],
] as const)(
  'a backend response of %s shows an error page with %s %i',
  async (_, reply, status, error, level) => {
    site().fake.override(PATHS.events, reply);
    const url = '/en/history?x=1&y=%E6%A1%A5';
    const page = await pageAt(site(), url);
    expectErrorPage(page, { status, error, language: 'en', url });
    expect(page.text).not.toContain('secret words');
    const [line, ...more] = site()
      .linesWith(`${page.headers['x-request-id']}`)
      .filter(({ failure }) => failure);
    expect(more).toEqual([]);
    expect(line).toMatchObject(status === 404 ? { status } : { level, status });
  },
);

it.each(HOME_PATHS)('the home page is an error page if %s fails', async (name) => {
  site().fake.override(PATHS[name], { status: 502 });
  const page = await pageAt(site(), '/');
  expect(page.status).toBe(500);
  expect(page.all('section', { id: 'contact-us' })).toEqual([]);
});

it.each(['/sitemap.xml', '/en/feed.xml'])('%s returns an uncached error if a block fails', async (url) => {
  for (const name of ['common', 'articles'] as const) site().fake.override(PATHS[name], { destroy: true });
  const { status, headers } = await site().raw(url);
  expect([status, headers['cache-control']]).toEqual([500, 'no-store']);
});

it('the language switch of an error page leads to the nearest page', async () => {
  // An error page waits only briefly for the menu of the other language.
  const switchHref = async () => (await pageAt(site(), '/en/newsroom/no/such/page')).switchHref;
  await expect.poll(switchHref).toBe('/newsroom?lang=zh');
});

/** Requests a failing payload and checks its common headers. */
async function failed(url: string, options?: RawOptions) {
  const { status, headers, text } = await site().raw(url, options);
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(headers['cache-control']).toBe('no-store');
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  return { status, body: JSON.parse(text) as unknown };
}

it.each([
  [{ destroy: true }, 500, 500],
  [code(1002), 500, 1002],
  [code(404), 404, 404],
] as const)(
  'a payload that fails with %j is JSON with status %d and code %d',
  async (reply, httpStatus, statusCode) => {
    site().fake.override(PATHS.events, reply);
    for (const [url, texts] of [
      ['/history/_payload.json', zh],
      ['/en/history/_payload.json?x=1', en],
    ] as const) {
      const { status, body } = await failed(url);
      expect([status, body]).toEqual([httpStatus, { statusCode, message: texts['500errorMsg'] }]);
    }
  },
);

it('a payload without a page returns 404 as JSON', async () => {
  const { status, body } = await failed('/newsroom/insights/_payload.json?page=99');
  expect([status, body]).toEqual([404, { statusCode: 404, message: zh['404errorDes'] }]);
});

const behindProxy = siteForFile({ TRUST_PROXY: '1' });
/** Ten characters that are hard to confuse with others. */
const OWN = /^[2-9AC-HJ-NP-RTV-Y]{10}$/u;

const idOf = async (given: string, at = behindProxy()) =>
  (await at.raw('/robots.txt', { headers: { 'X-Request-Id': given } })).headers['x-request-id'];

it('the request id is unique and appears on the error page and in the log', async () => {
  site().fake.override(PATHS.events, { status: 500 });
  const url = '/en/history';
  const [one, two] = [await site().raw(url), await site().raw(url)];
  const request = `${one.headers['x-request-id']}`;
  expect(request).toMatch(OWN);
  expect(two.headers['x-request-id']).not.toBe(request);
  expect(requestNumberIn(one.text)).toBe(request);
  const [line] = site().linesWith(request);
  expect(line).toMatchObject({ request, status: 500, path: url, kind: 'page' });
});

it('logs the request id of a proxy', async () => {
  const given = '01J9ZC6T-edge.example';
  expect(await idOf(given)).toBe(given);
  expect(behindProxy().linesWith(given)).toHaveLength(1);
});

it.each(['short', 'x'.repeat(65), '<b>12345678</b>'])('replaces the invalid request id %s', async (given) => {
  expect(await idOf(Buffer.from(given).toString('latin1'))).toMatch(OWN);
});

// Must be last, because a late menu is shared with the next request.
it('API_TIMEOUT_MS limits all calls of a page together', async () => {
  site().fake.override(PATHS.search, { ...data({ list: [], total: 0 }), delayMs: 700 });
  expect((await site().raw('/search?keyword=a')).status).toBe(200);
  site().fake.override(PATHS.menu, { ...data([{ id: 1, code: 'A', haveDetail: true }]), delayMs: 700 });
  expect((await site().raw('/search?keyword=a')).status).toBe(500);
});
