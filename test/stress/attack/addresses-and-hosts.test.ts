import { expect, it } from 'vitest';
import { siteForFile } from '../../support/site-for-file.ts';
import { faultsOf } from './support/fair-answer.ts';
import { errorsIn } from './support/traces.ts';

const site = siteForFile();

async function expectFair(target: string) {
  const { status, headers, text } = await site().raw(target);
  const head = Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\r\n');
  expect(faultsOf({ status, head, text }), target).toEqual([]);
  return { location: headers.location, text };
}

it.each([
  '///evil.example//',
  '/zh/%0d%0aLocation:%20https://evil.example/',
  '/zh/%2f%2fevil.example',
  '/?lang=zh&next=//evil.example',
  '/contact-us?next=https://evil.example',
  'http://evil.example/zh/who-we-are',
])('a request for %s redirects only to paths of the site', async (target) => {
  const { location } = await expectFair(target);
  if (location !== undefined) expect(new URL(location, 'https://site.example').host).toBe('site.example');
});

it.each(['//evil.example/nothing', '//evil.example/%ZZ'])(
  'the error page for %s links only to the site',
  async (address) => {
    const { text } = await expectFair(address);
    const own = [...text.matchAll(/<a [^>]*?href="([^"]*)"/gu)].map(([, href = '']) => href);
    expect(own.length).toBeGreaterThan(10);
    expect(own.filter((href) => /^[/\\]{2}/u.test(href))).toEqual([]);
  },
);

it('the site does not log errors for hostile URLs', () => {
  expect(errorsIn(site())).toEqual([]);
});
