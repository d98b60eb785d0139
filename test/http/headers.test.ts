import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { hashSource } from '../../src/http/middleware/security-headers.ts';
import { textOf } from '../support/html.ts';
import { startSite } from '../support/site.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const site = siteForFile();

const ANSWERS = [
  '/',
  '/en/history',
  '/newsroom/press-room/p1',
  '/nothing',
  '/%ZZ',
  '/zh/history',
  '/feed.xml',
  '/healthz',
  '/robots.txt',
];

describe.each(ANSWERS)('%s', (address) => {
  const headersOf = async () => (await site().raw(address)).headers;

  it('has a policy without any exception for scripts and styles', async () => {
    const policy = `${(await headersOf())['content-security-policy']}`;
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("style-src 'self'");
    expect(policy).toContain("object-src 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).not.toMatch(/unsafe|nonce|\*|upgrade-insecure-requests|http:/u);
  });

  it('has the other security headers', async () => {
    const headers = await headersOf();
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
    expect(headers['strict-transport-security']).toMatch(/max-age=\d{7,}/u);
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers['permissions-policy']).toContain('camera=()');
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
  });
});

describe('a page', () => {
  it.each(['/', '/en/newsroom', '/newsroom/press-room/p1', '/nothing'])(
    '%s keeps its own policy: no handler, and no inline style or script that it does not name by its hash',
    async (address) => {
      const page = await pageAt(site(), address);
      const policy = `${page.headers['content-security-policy']}`;
      for (const style of page.all('style')) expect(policy).toContain(hashSource(textOf(style)));
      for (const script of page.all('script')) {
        const { src, type } = script.attributes;
        if (src) expect(src).toMatch(/^\/assets\//u);
        else if (type !== 'application/ld+json') expect(policy).toContain(hashSource(textOf(script)));
      }
      expect(page.text).not.toMatch(/\s(?:style|on[a-z]+)=["']/u);
    },
  );

  it.each([
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
  ])('comes compressed with %s', async (encoding, open) => {
    const plain = await site().raw('/history');
    const { headers, body } = await site().raw('/history', { headers: { 'Accept-Encoding': encoding } });
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers.vary).toMatch(/accept-encoding/iu);
    expect(open(body).toString('utf8')).toBe(plain.text);
  });

  it('that did not change is not sent again', async () => {
    const { headers } = await site().raw('/history');
    const again = await site().raw('/history', { headers: { 'If-None-Match': `${headers.etag}` } });
    expect([again.status, again.body.length]).toEqual([304, 0]);
  });

  it('of an error is always sent again', async () => {
    const { headers } = await site().raw('/nothing');
    const again = await site().raw('/nothing', { headers: { 'If-None-Match': headers.etag ?? '*' } });
    expect(again.status).toBe(404);
    expect(again.body.length).toBeGreaterThan(1000);
  });
});

describe('/assets', () => {
  it('what pages name is there, immutable for a year', async () => {
    const page = await pageAt(site(), '/nothing');
    const named = [
      ...page.all('link', { rel: 'stylesheet' }).map(({ attributes }) => attributes.href),
      ...page.all('link', { rel: 'icon' }).map(({ attributes }) => attributes.href),
      ...page.all('img').map(({ attributes }) => attributes.src),
    ].filter((href) => href?.startsWith('/assets/'));
    expect(named.length).toBeGreaterThanOrEqual(4);
    for (const href of named) {
      expect(href).toMatch(/^\/assets\/[\w-]+-[0-9a-f]{8,}\.\w+$/u);
      const { status, headers } = await site().raw(`${href}`);
      expect([href, status]).toEqual([href, 200]);
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    }
  });

  it('have their types', async () => {
    const page = await pageAt(site(), '/');
    const css = page.all('link', { rel: 'stylesheet' })[0]?.attributes.href ?? '';
    expect((await site().raw(css)).headers['content-type']).toBe('text/css; charset=utf-8');
  });
});

describe('where SITE_URL is plain http', () => {
  it('nothing forces https, and the cookie works without it', async () => {
    const plain = await startSite({ SITE_URL: 'http://intranet.example:8080' }, { fake: site().fake });
    const { headers } = await plain.raw('/history?lang=zh');
    expect(headers['strict-transport-security']).toBeUndefined();
    expect(headers['set-cookie']?.[0]).not.toMatch(/secure/iu);
    expect((await pageAt(plain, '/history')).canonical).toBe('http://intranet.example:8080/history');
    await plain.close();
  });
});
