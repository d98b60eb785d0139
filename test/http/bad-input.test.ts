import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { expectErrorPage } from '../support/error-page.ts';
import { PATHS } from '../support/fake-backend.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const site = siteForFile();
const LONG = 'x'.repeat(10 * 1024);

const LANGUAGES = [
  ['zh', ''],
  ['en', '/en'],
] as const;

describe.each(LANGUAGES)('in %s', (language, prefix) => {
  it.each([
    '/nothing',
    '/nothing/at/all/',
    '/history/nothing',
    '/articles/nothing',
    '/newsroom?page=99',
    '/newsroom/insights?page=abc',
    '/search?keyword=x&page=0',
    '/..%2f',
    '/..%2f..%2fetc%2fpasswd',
    '/..%2fhistory/x',
    '/%2e%2e%2fhistory',
    '/history/..%2f..%2f..%2fetc/passwd',
    '/wp-login.php',
    '/.env',
    '/__proto__',
    '/constructor/prototype',
    '/<script>alert(1)</script>',
    '/history/%3Cscript%3Ealert(1)%3C%2Fscript%3E',
    '/%F0%9F%98%80',
    '/a/b/c/d/e/f/g/h',
  ])('%s is a 404', async (path) => {
    const address = `${prefix}${path}`;
    const page = await pageAt(site(), address);
    expectErrorPage(page, { status: 404, language, words: 'lost', address, hasMenu: true });
    expect(page.text).not.toContain('<script>alert');
  });

  it.each([
    '/%',
    '/%ZZ',
    '/%E0%A4%A',
    '/history/%C3',
    '/%c0%ae%c0%ae/x',
    '/search?keyword=%',
    '/search?keyword=%ZZ',
    '/history?page=%E0%A4',
    '/a%00b',
    '/%00',
    '/history/%00',
    '/search?keyword=%00',
    '/search?keyword=a%00b&page=2',
  ])('%s is a 400', async (path) => {
    const address = `${prefix}${path}`;
    expectErrorPage(await pageAt(site(), address), {
      status: 400,
      language,
      words: 'other',
      address,
      hasMenu: true,
    });
  });

  it.each([`/search?keyword=${LONG}`, `/history?${LONG}`, `/${LONG}`, `/articles/${LONG}`])(
    '10 KB of address are a 414 (%#)',
    async (path) => {
      const address = `${prefix}${path}`;
      expectErrorPage(await pageAt(site(), address), {
        status: 414,
        language,
        words: 'other',
        address,
        hasMenu: true,
      });
    },
  );

  it('an address of too many parts is a 404', async () => {
    const address = `${prefix}/history${'/a'.repeat(3000)}`;
    expectErrorPage(await pageAt(site(), address), {
      status: 404,
      language,
      words: 'lost',
      address,
      hasMenu: true,
    });
  });

  const PLACES = [
    '',
    '/history',
    '/newsroom/press-room',
    '/newsroom/press-room/p1',
    '/search?keyword=a',
    '/feed.xml',
    '/nothing',
  ];
  const METHODS = ['POST', 'PUT', 'DELETE', 'PATCH'];

  it.each(PLACES.flatMap((path) => METHODS.map((method) => [method, `${prefix}${path}` || '/'] as const)))(
    '%s %s is a 405 that says what is allowed',
    async (method, address) => {
      const answer = await site().raw(address, { method, headers: { 'Content-Length': '0' } });
      expect(answer.headers.allow).toBe('GET, HEAD');
      expect(answer.status).toBe(405);
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.text).toContain(language === 'zh' ? '<html lang="zh-CN">' : '<html lang="en">');
      expect(answer.text).toContain(language === 'zh' ? '重试' : 'Retry');
    },
  );

  it('a body that comes with a refused method is not waited for', async () => {
    const asked = site().get(`${prefix}/history`);
    asked.method = 'POST';
    const { status, text } = await asked.send('a'.repeat(100_000));
    expect(status).toBe(405);
    expect(text).toContain('</html>');
  });
});

describe('addresses without a language', () => {
  it.each([
    '/healthz',
    '/readyz',
    '/robots.txt',
    '/sitemap.xml',
    '/assets/nothing.css',
    '/files/a/b',
    '/history',
  ])('POST %s is a 405', async (address) => {
    const { status, headers } = await site().raw(address, {
      method: 'POST',
      headers: { 'Content-Length': '0' },
    });
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
  });

  it.each([
    '/assets/',
    '/assets',
    '/assets/nothing.css',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%2e%2e/main.js',
    '/assets/../main.js',
    '/files',
    '/files/x',
    '/files/x/y/z',
  ])('%s is a 404 page', async (address) => {
    expectErrorPage(await pageAt(site(), address), { status: 404, words: 'lost', address, hasMenu: true });
  });
});

describe('requests that Node itself refuses or passes on oddly', () => {
  const send = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const address = site().target.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      const socket = connect(port, '127.0.0.1', () => socket.write(text));
      let answer = '';
      socket.on('data', (chunk) => {
        answer += chunk;
      });
      socket.once('close', () => resolve(answer));
      socket.once('error', reject);
    });

  it.each([
    ['a raw NUL', 'GET /a\0b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    ['no HTTP at all', 'hello\r\n\r\n'],
  ])('%s is a 400', async (_, text) => {
    expect(await send(text)).toMatch(/^HTTP\/1\.1 400 /u);
  });

  it.each([
    ['an asterisk', 'GET * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    ['a path without a slash', 'GET history HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
  ])('%s gets no redirect and no server error', async (_, text) => {
    const answer = await send(text);
    expect(answer).toMatch(/^HTTP\/1\.1 (?:200|4\d\d) /u);
    expect(answer).not.toMatch(/^location:/imu);
  });
});

describe('HEAD', () => {
  it.each([
    ['/', 200],
    ['/en/history', 200],
    ['/search?keyword=a', 200],
    ['/feed.xml', 200],
    ['/sitemap.xml', 200],
    ['/healthz', 200],
    ['/nothing', 404],
    ['/newsroom/press-room', 302],
    ['/history/', 308],
    ['/history?lang=zh', 303],
  ])('%s has the status of GET (%i) and no body', async (address, status) => {
    const answer = await site().raw(address, { method: 'HEAD' });
    expect(answer.status).toBe(status);
    expect(answer.body).toHaveLength(0);
  });
});

it('what an address holds reaches the backend encoded, never as another path or parameter', async () => {
  site().fake.forgetCalls();
  await site().raw('/articles/a%26columnCode%3Db%23%3F');
  await site().raw('/search?keyword=a%26pageSize%3D999');
  expect(
    site()
      .fake.asked(PATHS.article, 'zh')
      .map(({ query }) => Object.fromEntries(query)),
  ).toEqual([{ id: 'a&columnCode=b#?' }]);
  expect(
    site()
      .fake.asked(PATHS.search)
      .map(({ query }) => Object.fromEntries(query)),
  ).toEqual([{ keyword: 'a&pageSize=999', pageNo: '1', pageSize: '10' }]);
});
