import { describe, expect, it } from 'vitest';
import { siteForFile } from '../support/site-for-file.ts';
import { faultsOf } from './support/fair-answer.ts';
import { errorsIn } from './support/traces.ts';

const site = siteForFile();

const UPWARD = [
  '..',
  '../..',
  '..%2f..',
  '%2e%2e',
  '%2e%2e%2f%2e%2e',
  '..%5c..',
  '%252e%252e%252f',
  '....//....',
  '..;/..',
  '%c0%ae%c0%ae',
  '%e0%80%ae',
  '..%00',
  '.%09.',
];
const WANTED = ['etc/passwd', 'package.json', 'data/uploads', 'server.js'];
const BELOW = [
  '',
  'assets/',
  'builds/',
  'builds/meta/',
  'files/x/',
  'media/x/480/',
  'captcha/',
  'en/',
  'articles/',
];

async function expectFair(target: string, headers: Record<string, string> = {}) {
  const { status, headers: answered, text } = await site().raw(target, { headers });
  const head = Object.entries(answered)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\r\n');
  expect(faultsOf({ status, head, text }), target).toEqual([]);
  return { status, location: answered.location, text };
}

describe('a way up', () => {
  it.each(UPWARD)('by %s leads nowhere', async (up) => {
    for (const below of BELOW) {
      for (const wanted of WANTED) {
        const { status, text } = await expectFair(`/${below}${up}/${wanted}`);
        expect([400, 404]).toContain(status);
        expect(text).not.toMatch(/root:|"dependencies"|SQLite format/u);
      }
    }
  });
});

describe('a redirect', () => {
  it.each([
    '//evil.example',
    '//evil.example/%2f..',
    '///evil.example//',
    '/\\evil.example',
    '/%5cevil.example/',
    '/%2f%2fevil.example/',
    '/zh//evil.example',
    '/zh/%2fevil.example',
    '/zh/\\evil.example/',
    '/zh/%5c%5cevil.example/',
    '/ZH/.evil.example',
    '/en//evil.example/?lang=en',
    '/?lang=zh&next=//evil.example',
    '/en/..//evil.example/',
    '/who-we-are/?go=//evil.example',
    '/Who-We-Are//evil.example',
    '/contact-us?next=https://evil.example',
    '/%0d%0aLocation:%20https://evil.example',
    '/zh/%0d%0aLocation:%20https://evil.example/',
    'http://evil.example/zh/who-we-are',
  ])('for %s stays on the site', async (target) => {
    const { location } = await expectFair(target);
    if (location !== undefined) expect(new URL(location, 'https://site.example').host).toBe('site.example');
  });
});

describe('a host of the visitor’s choice', () => {
  const HOSTS: Record<string, string>[] = [
    { Host: 'evil.example' },
    { Host: 'evil.example:443' },
    { Host: 'www.group.example@evil.example' },
    { Host: '"><script>' },
    { Host: '' },
    { 'X-Forwarded-Host': 'evil.example' },
    {
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Proto': 'javascript',
      'X-Forwarded-Server': 'evil.example',
    },
    { Forwarded: 'for=1.2.3.4;host=evil.example' },
    { 'X-Original-Host': 'evil.example', 'X-Host': 'evil.example', 'X-HTTP-Host-Override': 'evil.example' },
  ];
  it.each(HOSTS.map((headers) => [JSON.stringify(headers), headers] as const))(
    '%s stands in no answer',
    async (_said, headers) => {
      for (const path of [
        '/',
        '/en/who-we-are',
        '/zh/',
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
    },
  );
});

describe('a method', () => {
  it.each(['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'])(
    'is not changed by %s',
    async (name) => {
      expect((await site().raw('/en/who-we-are', { headers: { [name]: 'DELETE' } })).status).toBe(200);
      expect(
        (await site().raw('/en/who-we-are', { method: 'POST', headers: { [name]: 'GET' } })).status,
      ).toBe(405);
      expect((await site().raw('/en/who-we-are?_method=DELETE')).status).toBe(200);
    },
  );

  it.each(['PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND'])('%s is known nowhere', async (method) => {
    for (const path of [
      '/',
      '/en/apply',
      '/en/apply/files',
      '/captcha/image',
      '/assets/x.js',
      '/builds/latest.json',
      '/files/x/y',
    ]) {
      const { status, headers, text } = await site().raw(path, {
        method,
        headers: { 'X-Secret': 'told back' },
      });
      expect(`${path} ${status}`).toMatch(/ 40[45]$/u);
      expect(text + JSON.stringify(headers)).not.toContain('told back');
    }
  });
});

it('a range of a file is cut to what there is', async () => {
  const page = await site().raw('/en/newsroom/press-room/p1');
  const href = /\/files\/[\w-]+\/leaflet\.pdf/u.exec(page.text)?.[0] ?? '';
  for (const range of [
    'bytes=0-0',
    'bytes=-1',
    'bytes=0-99999999',
    'bytes=5-1',
    'bytes=99999999-',
    `bytes=${'0-1,'.repeat(500)}2-3`,
    'lines=1-2',
    'bytes=a-b',
  ]) {
    const { status } = await expectFair(href, { Range: range });
    expect([200, 206, 416]).toContain(status);
  }
});

it('nothing of that was an error of the site', () => {
  expect(errorsIn(site())).toEqual([]);
});
