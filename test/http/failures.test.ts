import { describe, expect, it } from 'vitest';
import { expectErrorPage } from '../support/error-page.ts';
import { code, data, PATHS } from '../support/fake-backend.ts';
import { NOTHING_KEPT } from '../support/site.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const site = siteForFile({ ...NOTHING_KEPT, API_TIMEOUT_MS: '300' });
const OK_BODY = '{"code":0,"data":[],"msg":""}';
const WARN = 40;
const ERROR = 50;

const FAILURES = [
  ['a cut connection', { destroy: true }, 'unreachable'],
  [
    'an answer cut in the middle',
    {
      write: (response) =>
        response.writeHead(200, { 'Content-Length': '999' }).write('{"code":0', () => response.destroy()),
    },
    'unreachable',
  ],
  ['silence', { hang: true }, 'timeout'],
  ['an answer that comes too late', { delayMs: 600, body: OK_BODY }, 'timeout'],
  [
    'an answer that never ends',
    { write: (response) => response.writeHead(200).write('{"code":0,') },
    'timeout',
  ],
  ['HTTP 500', { status: 500, body: OK_BODY }, 'badStatus'],
  ['HTTP 404', { status: 404, body: OK_BODY }, 'badStatus'],
  ['HTTP 302', { status: 302, headers: { Location: PATHS.honours }, body: OK_BODY }, 'badStatus'],
  ['HTTP 304', { status: 304 }, 'badStatus'],
  ['an HTML page', { body: '<!doctype html><p>Log in</p>' }, 'notJson'],
  ['nothing at all', { body: '' }, 'notJson'],
  ['half of a JSON text', { body: OK_BODY.slice(0, -2) }, 'notJson'],
  ['a JSON list', { body: '[]' }, 'notEnvelope'],
  ['JSON null', { body: 'null' }, 'notEnvelope'],
  ['a JSON text', { body: '"0"' }, 'notEnvelope'],
  ['no code', { body: '{"data":[]}' }, 'notEnvelope'],
  ['a code that is a text', { body: '{"code":"0","data":[]}' }, 'notEnvelope'],
  ['a code that is null', { body: '{"code":null,"data":[]}' }, 'notEnvelope'],
  ['data null', data(null), 'noData'],
  ['data missing', { body: '{"code":0,"msg":""}' }, 'noData'],
  ['data of another kind', data('events'), 'noData'],
] satisfies [string, Parameters<ReturnType<typeof site>['fake']['override']>[1], string][];

describe('a failure of the backend is an error page with status 500', () => {
  it.each(FAILURES)('%s', async (_, reply) => {
    site().fake.override(PATHS.events, reply);
    const address = '/history?x=1&y=%E6%A1%A5';
    expectErrorPage(await pageAt(site(), address), { status: 500, words: 'server', address });
  });

  it.each(FAILURES.slice(0, 3))('%s, in English', async (_, reply) => {
    site().fake.override(PATHS.events, reply);
    expectErrorPage(await pageAt(site(), '/en/history'), {
      status: 500,
      words: 'server',
      language: 'en',
      address: '/en/history',
    });
  });

  it.each(FAILURES)('%s is logged as an error with its kind and its path', async (_, reply, kind) => {
    site().fake.override(PATHS.events, reply);
    const { headers } = await site().raw('/history');
    const [line, ...more] = site()
      .linesWith(`${headers['x-request-id']}`)
      .filter(({ failure }) => failure);
    expect(more).toEqual([]);
    expect(line).toMatchObject({ level: ERROR, status: 500 });
    expect(line?.failure).toMatch(new RegExp(`^${kind}: `, 'u'));
  });
});

describe('an envelope code is the status', () => {
  it.each([
    [400, 400, 'other'],
    [401, 401, 'other'],
    [403, 403, 'other'],
    [404, 404, 'lost'],
    [418, 418, 'other'],
    [499, 499, 'other'],
    [500, 500, 'server'],
    [503, 503, 'server'],
    [599, 599, 'server'],
    [600, 500, 'other'],
    [1001, 500, 'other'],
    [399, 500, 'other'],
    [200, 500, 'other'],
    [1, 500, 'other'],
    [-1, 500, 'other'],
    [1_002_003_004, 500, 'other'],
  ] as const)('code %i gives HTTP %i', async (number, status, words) => {
    site().fake.override(PATHS.events, code(number, 'secret words of the backend'));
    const zh = await pageAt(site(), '/history');
    expectErrorPage(zh, { status, words, address: '/history' });
    expect(zh.text).not.toContain('secret words');
    expectErrorPage(await pageAt(site(), '/en/history?a=b'), {
      status,
      words,
      language: 'en',
      address: '/en/history?a=b',
    });
  });

  it('is logged as a warning', async () => {
    site().fake.override(PATHS.events, code(1001));
    const { headers } = await site().raw('/history');
    const [line] = site().linesWith(`${headers['x-request-id']}`);
    expect(line).toMatchObject({ level: WARN, status: 1001 });
  });
});

describe('one block of a page fails', () => {
  it.each([
    'honours',
    'events',
    'reports',
    'directions',
    'products',
    'declare',
    'articles',
    'home',
    'homeComponents',
    'common',
    'group',
    'menu',
  ] as const)('home without %s is an error page', async (name) => {
    site().fake.override(PATHS[name], { status: 502 });
    const page = await pageAt(site(), '/');
    expect(page.status).toBe(500);
    expect(page.all('section', { id: 'contact-us' })).toEqual([]);
  });

  it('a section of a page fails the page, without half of it', async () => {
    site().fake.override(PATHS.honours, { destroy: true });
    expectErrorPage(await pageAt(site(), '/who-we-are'), {
      status: 500,
      words: 'server',
      address: '/who-we-are',
    });
  });

  it('an item of the menu that does not show it stands', async () => {
    site().fake.override(PATHS.honours, { destroy: true });
    expect((await site().raw('/history')).status).toBe(200);
  });
});

describe('an error page', () => {
  it('has no menu where the backend does not give one', async () => {
    site().fake.goDown();
    expectErrorPage(await pageAt(site(), '/en/history'), {
      status: 500,
      words: 'server',
      language: 'en',
      address: '/en/history',
      hasMenu: false,
    });
    expectErrorPage(await pageAt(site(), '/'), {
      status: 500,
      words: 'server',
      address: '/',
      hasMenu: false,
    });
  });

  it('is not kept: as soon as the backend answers, so does the site', async () => {
    site().fake.override(PATHS.events, { destroy: true });
    expect((await site().raw('/history')).status).toBe(500);
    site().fake.restore();
    expect((await site().raw('/history')).status).toBe(200);
  });

  it('leads to the other language', async () => {
    site().fake.override(PATHS.events, { destroy: true });
    expect((await pageAt(site(), '/en/history')).switchHref).toBe('/?lang=zh');
  });
});

describe('API_TIMEOUT_MS', () => {
  it('is for all calls of a page together', async () => {
    const slow = [PATHS.menu, PATHS.search];
    for (const path of slow)
      site().fake.override(path, ({ query }) => ({
        delayMs: 200,
        ...(path === PATHS.search
          ? data({ list: [], total: 0 })
          : data([{ id: query.size, code: 'A', haveDetail: true }])),
      }));
    expect((await site().raw('/search?keyword=a')).status).toBe(500);
    site().fake.restore(PATHS.menu);
    expect((await site().raw('/search?keyword=a')).status).toBe(200);
  });
});

describe('a failing machine page', () => {
  it.each(['/sitemap.xml', '/feed.xml', '/en/feed.xml'])(
    '%s is an error, never half of what it should be',
    async (address) => {
      site().fake.override(PATHS.articles, ({ query }) =>
        query.get('columnCode') === 'Insights' ? { destroy: true } : undefined,
      );
      const page = await pageAt(site(), address);
      expect(page.status).toBe(500);
      expect(page.headers['cache-control']).toBe('no-store');
    },
  );
});
