import { describe, expect, it } from 'vitest';
import { exchange } from '../stress/attack/support/exchange.ts';
import { expectErrorPage } from '../support/error-page.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const site = siteForFile();
const LONG = 'x'.repeat(10 * 1024);

it.each([
  ['/en/nothing/at/all/', 404, 'lost'],
  ['/en/<script>alert(1)</script>', 404, 'lost'],
  ['/en/%ZZ', 400, 'other'],
  [`/en/history?${LONG}`, 414, 'other'],
] as const)('a bad URL shows an error page with its status (%#)', async (url, status, error) => {
  const page = await pageAt(site(), url);
  expectErrorPage(page, { status, language: 'en', error, url, hasMenu: true });
  expect(page.text).not.toContain('<script>alert');
});

it.each(['/en', '/search?keyword=a', '/feed.xml', '/nothing'])(
  'methods other than GET and HEAD of %s return 405 with Allow',
  async (url) => {
    for (const method of ['POST', 'DELETE']) {
      const { status, headers } = await site().raw(url, { method, headers: { 'Content-Length': '0' } });
      expect([status, headers.allow, headers['cache-control']]).toEqual([405, 'GET, HEAD', 'no-store']);
    }
  },
);

it.each(['GET /a\0b HTTP/1.1', 'hello'])('the invalid request line %j returns 400', async (line) => {
  const request = `${line}\r\nHost: x\r\nConnection: close\r\n\r\n`;
  expect((await exchange(site().port, Buffer.from(request, 'latin1'))).status).toBe(400);
});

it.each([
  ['/', 200],
  ['/nothing', 404],
  ['/history/', 308],
])('HEAD %s returns status %i without a body', async (url, status) => {
  const answer = await site().raw(url, { method: 'HEAD' });
  expect([answer.status, answer.body.length]).toEqual([status, 0]);
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

  it.each([`http://${OWN}`, 'http://other.example', 'http://[::1', 'http://ho[st'])(
    'a request for an absolute URL is answered by its path: %s',
    async (origin) => {
      const { status, text } = await site().raw(path);
      const answer = await send(`${origin}${path}`);
      expect([answer.status, answer.text]).toEqual([status, text]);
    },
  );

  it.each([`http://evil.example@${OWN}`, `ftp://${OWN}`])(
    'a request for an invalid absolute URL returns 400: %s',
    async (origin) => {
      await site().raw(path);
      const { status, head } = await send(`${origin}${path}`);
      expect(status).toBe(400);
      expect(head).not.toMatch(/^location:/imu);
    },
  );
});
