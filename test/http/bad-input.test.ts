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
    ['/..%2f..%2fetc%2fpasswd', 404, 'lost'],
    ['/__proto__', 404, 'lost'],
    ['/<script>alert(1)</script>', 404, 'lost'],
    ['/%ZZ', 400, 'other'],
    [`/history?${LONG}`, 414, 'other'],
    [`/${LONG}`, 414, 'other'],
  ] as const)('a bad URL shows an error page with its status (%#)', async (path, status, error) => {
    const address = `${prefix}${path}`;
    const page = await pageAt(site(), address);
    expectErrorPage(page, { status, language, error, address, hasMenu: true });
    expect(page.text).not.toContain('<script>alert');
  });

  it.each(['', '/newsroom/press-room', '/search?keyword=a', '/feed.xml', '/nothing'])(
    'methods other than GET and HEAD of %s return 405 with Allow',
    async (path) => {
      for (const method of ['POST', 'DELETE']) {
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
    },
  );
});

it.each(['/assets/..%2f..%2fpackage.json', '/assets/../main.js', '/files/x/y/z'])(
  '%s returns a 404 page',
  async (address) => {
    expectErrorPage(await pageAt(site(), address), { status: 404, error: 'lost', address, hasMenu: true });
  },
);

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
  ['/nothing', 404],
  ['/newsroom/press-room', 302],
  ['/history/', 308],
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

const OWN = 'www.group.example';

function send(target: string, hosts: readonly string[] = [OWN], method = 'GET') {
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...hosts.map((host) => `Host: ${host}`),
    'Connection: close',
  ];
  return exchange(site().port, Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'));
}

/** One page is served from cached bytes, the other by the app. */
describe.each([
  ['a cached page', '/en/history'],
  ['a page without cache', '/en/search?keyword=bridge'],
])('a request of %s', (_, path) => {
  it.each([[[]], [[OWN, OWN]], [['evil.example', OWN]]])(
    'a request with the hosts %j returns 400',
    async (hosts) => {
      await site().raw(path);
      const { status, head, text } = await send(path, hosts);
      expect(status).toBe(400);
      expect(head).toContain('Content-Security-Policy');
      expect(text).not.toContain('evil.example');
    },
  );

  it.each([`http://${OWN}`, 'HTTPS://WWW.Group.Example', 'http://[::1]:3000', 'http://other.example'])(
    'a request for an absolute URL is answered by its path: %s',
    async (origin) => {
      const { status, text } = await site().raw(path);
      const answer = await send(`${origin}${path}`);
      expect([answer.status, answer.text]).toEqual([status, text]);
    },
  );

  it.each([`http://evil.example@${OWN}`, `http://${OWN}\\@evil.example`, `ftp://${OWN}`])(
    'a request for an invalid absolute URL returns 400: %s',
    async (origin) => {
      await site().raw(path);
      const { status, head } = await send(`${origin}${path}`);
      expect(status).toBe(400);
      expect(head).not.toMatch(/^location:/imu);
    },
  );
});
