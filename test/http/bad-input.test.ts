import { describe, expect, it } from 'vitest';
import { exchange } from '../stress/attack/support/exchange.ts';
import { expectErrorPage } from '../support/error-page.ts';
import { PATHS } from '../support/fake-backend.ts';
import { describeEach, isEnglish } from '../support/matrix.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const site = siteForFile();
const LONG = 'x'.repeat(10 * 1024);

const LANGUAGES = [
  { language: 'zh', prefix: '' },
  { language: 'en', prefix: '/en' },
] as const;

describeEach(LANGUAGES, isEnglish)('$language', ({ language, prefix }) => {
  it.each([
    ['/nothing/at/all/', 404, 'lost'],
    ['/newsroom/insights?page=abc', 404, 'lost'],
    ['/..%2f..%2fetc%2fpasswd', 404, 'lost'],
    ['/history/..%2f..%2f..%2fetc/passwd', 404, 'lost'],
    ['/__proto__', 404, 'lost'],
    ['/<script>alert(1)</script>', 404, 'lost'],
    ['/history/%3Cscript%3Ealert(1)%3C%2Fscript%3E', 404, 'lost'],
    ['/%F0%9F%98%80', 404, 'lost'],
    ['/%ZZ', 400, 'other'],
    [`/history?${LONG}`, 414, 'other'],
    [`/${LONG}`, 414, 'other'],
  ] as const)('a bad URL shows an error page with its status (%#)', async (path, status, error) => {
    const address = `${prefix}${path}`;
    const page = await pageAt(site(), address);
    expectErrorPage(page, { status, language, error, address, hasMenu: true });
    expect(page.text).not.toContain('<script>alert');
  });

  it.each([
    '',
    '/newsroom/press-room',
    '/newsroom/press-room/p1',
    '/search?keyword=a',
    '/feed.xml',
    '/nothing',
  ])('methods other than GET and HEAD of %s return 405 with Allow', async (path) => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'TRACE']) {
      const answer = await site().raw(`${prefix}${path}` || '/', {
        method,
        headers: { 'Content-Length': '0' },
      });
      expect([answer.status, answer.headers.allow, answer.headers['cache-control']]).toEqual([
        405,
        'GET, HEAD',
        'no-store',
      ]);
      expect(answer.text).toContain(language === 'zh' ? '重试' : 'Retry');
    }
  });
});

it.each(['/healthz', '/robots.txt', '/assets/nothing.css', '/files/a/b'])(
  'POST %s returns 405',
  async (address) => {
    const { status, headers } = await site().raw(address, {
      method: 'POST',
      headers: { 'Content-Length': '0' },
    });
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
  },
);

it('a 405 response does not wait for the request body', async () => {
  const asked = site().get('/history');
  asked.method = 'POST';
  const { status, text } = await asked.send('a'.repeat(100_000));
  expect([status, text]).toEqual([405, expect.stringContaining('</html>')]);
});

it.each([
  '/assets/',
  '/assets/nothing.css',
  '/assets/..%2f..%2fpackage.json',
  '/assets/../main.js',
  '/files/x/y/z',
])('%s returns a 404 page', async (address) => {
  expectErrorPage(await pageAt(site(), address), { status: 404, error: 'lost', address, hasMenu: true });
});

describe('a request without a valid path', () => {
  const send = (line: string) =>
    exchange(site().port, Buffer.from(`${line}\r\nHost: x\r\nConnection: close\r\n\r\n`, 'latin1'));

  it.each(['GET /a\0b HTTP/1.1', 'hello'])('the invalid request line %j returns 400', async (line) => {
    expect((await send(line)).status).toBe(400);
  });

  it.each(['GET * HTTP/1.1', 'GET history HTTP/1.1'])(
    'the request line %s does not cause a redirect or server error',
    async (line) => {
      const { status = 0, head } = await send(line);
      expect(status).toBeLessThan(500);
      expect(head).not.toMatch(/^location:/imu);
    },
  );
});

it.each([
  ['/', 200],
  ['/en/history', 200],
  ['/search?keyword=a', 200],
  ['/sitemap.xml', 200],
  ['/nothing', 404],
  ['/newsroom/press-room', 302],
  ['/history/', 308],
  ['/history?lang=zh', 303],
])('HEAD %s returns status %i without a body', async (address, status) => {
  const answer = await site().raw(address, { method: 'HEAD' });
  expect([answer.status, answer.body.length]).toEqual([status, 0]);
});

it('encodes each part of a path in backend calls', async () => {
  site().fake.clearRequests();
  await site().raw('/articles/a%26columnCode%3Db%23%3F');
  await site().raw('/search?keyword=a%26pageSize%3D999');
  const queries = (path: string) =>
    site()
      .fake.requests(path, 'zh')
      .map(({ query }) => Object.fromEntries(query));
  expect(queries(PATHS.article)).toEqual([{ id: 'a&columnCode=b#?' }]);
  expect(queries(PATHS.search)).toEqual([{ keyword: 'a&pageSize=999', pageNo: '1', pageSize: '10' }]);
});
