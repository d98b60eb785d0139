import { describe, expect, it } from 'vitest';
import { itFirst } from '../support/matrix.ts';
import { siteForFile } from '../support/site-for-file.ts';
import { faultsOf } from './support/fair-answer.ts';
import { errorsIn } from './support/traces.ts';

const site = siteForFile();

async function expectFair(target: string, headers: Record<string, string> = {}) {
  const { status, headers: answered, text } = await site().raw(target, { headers });
  const head = Object.entries(answered)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\r\n');
  expect(faultsOf({ status, head, text }), target).toEqual([]);
  return { status, location: answered.location, text };
}

const UPWARD = [
  '..',
  '..%2f..',
  '%2e%2e%2f%2e%2e',
  '..%5c..',
  '%252e%252e%252f',
  '..;/..',
  '%c0%ae%c0%ae',
  '..%00',
];
const WANTED = ['etc/passwd', 'package.json', 'data/uploads', 'server.js'];
const BELOW = ['', 'assets/', 'builds/meta/', 'files/x/', 'media/x/480/', 'captcha/', 'en/', 'articles/'];

it.each(BELOW)('no path above “/%s” is served', async (below) => {
  for (const up of UPWARD) {
    for (const wanted of WANTED) {
      const { status, text } = await expectFair(`/${below}${up}/${wanted}`);
      expect([400, 404]).toContain(status);
      expect(text).not.toMatch(/root:|"dependencies"|SQLite format/u);
    }
  }
});

const BEFORE = ['', '/zh', '/History', '/newsroom/insights', '/en', '/EN', '/history', '/articles', '/zh/en'];
const PARTS = [
  '',
  '%2F',
  '%2f%2fevil.example',
  '%5C',
  '\\',
  '\\evil.example',
  '%2e%2e',
  '..',
  'evil.example',
  '@evil.example',
];
const BEHIND = ['', '/', '/p1', '/_payload.json', '?lang=zh', '/?lang=en', '?page=2&go=//evil.example'];

itFirst(4, BEFORE)(
  'a redirect below “%s” is a path of the site, and an impossible path is a 404',
  async (before) => {
    for (const part of PARTS) {
      for (const behind of BEHIND) {
        const address = `${before}/${part}${behind}`;
        const { status, location } = await expectFair(address);
        // An empty segment, a backslash or an encoded slash before the last segment names no page.
        const inner = (address.split('?')[0] ?? '').slice(1).split('/').slice(0, -1);
        if (inner.some((one) => one === '' || /%2f|%5c|\\/iu.test(one)))
          expect([address, status, location]).toEqual([address, 404, undefined]);
      }
    }
  },
);

it.each([
  '///evil.example//',
  '/zh/%0d%0aLocation:%20https://evil.example/',
  '/?lang=zh&next=//evil.example',
  '/contact-us?next=https://evil.example',
  'http://evil.example/zh/who-we-are',
])('a redirect for %s is a path of the site', async (target) => {
  const { location } = await expectFair(target);
  if (location !== undefined) expect(new URL(location, 'https://site.example').host).toBe('site.example');
});

it.each(['//evil.example/nothing', '//evil.example/%ZZ'])(
  'no link of the error page for %s leaves the site',
  async (address) => {
    const { text } = await expectFair(address);
    const own = [...text.matchAll(/<a [^>]*?href="([^"]*)"/gu)].map(([, href = '']) => href);
    expect(own.length).toBeGreaterThan(10);
    expect(own.filter((href) => /^[/\\]{2}/u.test(href))).toEqual([]);
  },
);

it.each<Record<string, string>>([
  { Host: 'evil.example:443' },
  { Host: 'www.group.example@evil.example' },
  { Host: '"><script>' },
  {
    'X-Forwarded-Host': 'evil.example',
    'X-Forwarded-Proto': 'javascript',
    'X-Forwarded-Server': 'evil.example',
  },
  { Forwarded: 'for=1.2.3.4;host=evil.example' },
  { 'X-Original-Host': 'evil.example', 'X-Host': 'evil.example', 'X-HTTP-Host-Override': 'evil.example' },
])('the host of %j is in no response', async (headers) => {
  for (const path of [
    '/',
    '/zh/',
    '/history/',
    '/en/apply',
    '/sitemap.xml',
    '/robots.txt',
    '/en/feed.xml',
    '/en/nothing',
    '/?lang=zh',
  ]) {
    const { text, location = '' } = await expectFair(path, headers);
    expect(text + location).not.toMatch(/evil\.example|"><script>/u);
  }
});

describe('methods', () => {
  it.each(['X-HTTP-Method-Override', 'X-Method-Override'])('are not changed by %s', async (name) => {
    const statusOf = async (method: string, override: string) =>
      (await site().raw('/en/who-we-are', { method, headers: { [name]: override } })).status;
    expect([await statusOf('GET', 'DELETE'), await statusOf('POST', 'GET')]).toEqual([200, 405]);
  });

  it.each(['TRACE', 'PROPFIND', 'PUT'])('other than GET, HEAD and POST are refused: %s', async (method) => {
    for (const path of ['/', '/en/apply', '/captcha/image', '/assets/x.js', '/files/x/y']) {
      const { status, headers, text } = await site().raw(path, {
        method,
        headers: { 'X-Secret': 'told back' },
      });
      expect([path, [404, 405].includes(status)]).toEqual([path, true]);
      expect(text + JSON.stringify(headers)).not.toContain('told back');
    }
  });
});

it.each(['bytes=0-99999999', 'bytes=5-1', `bytes=${'0-1,'.repeat(500)}2-3`, 'lines=1-2', 'bytes=a-b'])(
  'a hostile range of a file gets no server error (%#)',
  async (Range) => {
    const { text } = await site().raw('/en/newsroom/press-room/p1');
    const href = /\/files\/[\w-]+\/leaflet\.pdf/u.exec(text)?.[0] ?? '';
    expect([200, 206, 416]).toContain((await expectFair(href, { Range })).status);
  },
);

it('none of these requests was an error of the site', () => {
  expect(errorsIn(site())).toEqual([]);
});
