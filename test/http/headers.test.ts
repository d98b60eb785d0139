import { expect, it } from 'vitest';
import { hashSource } from '../../src/http/middleware/security-headers.ts';
import { textOf } from '../support/html.ts';
import { startSite } from '../support/site.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';
import { words } from '../support/words.ts';

const site = siteForFile();

/** Directives without the hashes of inline styles and scripts. */
const POLICY = [
  "base-uri 'none'",
  "connect-src 'self'",
  "default-src 'none'",
  "form-action 'self'",
  "frame-ancestors 'self'",
  "img-src 'self'",
  "manifest-src 'self'",
  "media-src 'self'",
  "object-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
];

it.each(words('/ /newsroom/press-room/p1 /en/apply /nothing /%ZZ /zh/history /feed.xml /healthz'))(
  '%s has the security headers with a strict policy for scripts and styles',
  async (url) => {
    const { headers } = await site().raw(url);
    const policy = `${headers['content-security-policy']}`;
    expect(
      policy
        .replaceAll(/ 'sha256-[^']+'/gu, '')
        .split(';')
        .toSorted(),
    ).toEqual(POLICY);
    expect(policy).not.toMatch(/unsafe|nonce|\*|upgrade-insecure-requests|http:/u);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'strict-transport-security': expect.stringMatching(/^max-age=\d{7,}$/u),
      'permissions-policy': expect.stringContaining('camera=()'),
      'cross-origin-opener-policy': 'same-origin',
    });
    expect(headers['x-powered-by']).toBeUndefined();
  },
);

it.each(['/', '/en/newsroom', '/newsroom/press-room/p1', '/nothing', '/en/apply'])(
  'all inline handlers, styles and scripts of %s match a hash of its policy',
  async (url) => {
    const page = await pageAt(site(), url);
    const policy = `${page.headers['content-security-policy']}`;
    for (const style of page.all('style')) expect(policy).toContain(hashSource(textOf(style)));
    for (const script of page.all('script')) {
      const { src, type } = script.attributes;
      if (src) expect(src).toMatch(/^\/assets\//u);
      else if (type !== 'application/ld+json') expect(policy).toContain(hashSource(textOf(script)));
    }
    expect(page.text).not.toMatch(/\s(?:style|on[a-z]+|hx-on[^=]*)=["']/u);
  },
);

it('assets of a page are immutable for a year', async () => {
  const page = await pageAt(site(), '/nothing');
  const hrefs = page.all('link').map(({ attributes }) => attributes.href);
  const sources = page.all('img').map(({ attributes }) => attributes.src);
  const named = [...new Set([...hrefs, ...sources])].filter((href) => href?.startsWith('/assets/'));
  expect(named.length).toBeGreaterThanOrEqual(4);
  for (const href of named) {
    expect(href).toMatch(/^\/assets\/[\w-]+-[0-9a-f]{8,}\.\w+$/u);
    const { status, headers } = await site().raw(`${href}`);
    expect([href, status]).toEqual([href, 200]);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    if (href?.endsWith('.css')) expect(headers['content-type']).toBe('text/css; charset=utf-8');
  }
});

it('does not require HTTPS if SITE_URL is plain HTTP', async () => {
  const plain = await startSite({ SITE_URL: 'http://intranet.example:8080' }, { fake: site().fake });
  const { headers } = await plain.raw('/history?lang=zh');
  expect(headers['strict-transport-security']).toBeUndefined();
  expect(headers['set-cookie']?.[0]).not.toMatch(/secure/iu);
  expect((await pageAt(plain, '/history')).canonical).toBe('http://intranet.example:8080/history');
  await plain.close();
});
