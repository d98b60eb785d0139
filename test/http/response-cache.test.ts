import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { data, PATHS } from '../support/fake-backend.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const site = siteForFile({ CONTENT_FRESH_S: '3600' });

/** Returns the second response to a request, with its number of backend calls and log lines. */
async function again(address: string, headers: Record<string, string> = {}, method = 'GET') {
  await site().raw(address);
  site().fake.clearRequests();
  const lines = site().lines.length;
  const answer = await site().raw(address, { headers, method });
  return { ...answer, calls: site().fake.requests().length, lines: site().lines.length - lines };
}

describe.each(['/', '/en/newsroom', '/newsroom/press-room/p1', '/sitemap.xml', '/en/feed.xml'])(
  'the cached page %s',
  (address) => {
    it('repeats the cached page without a backend call or a log line', async () => {
      const first = await site().raw(address);
      const { status, text, calls, lines, headers } = await again(address);
      expect({ status, calls, lines }).toEqual({ status: 200, calls: 0, lines: 0 });
      expect(text).toBe(first.text);
      for (const name of ['content-security-policy', 'etag', 'cache-control', 'vary', 'content-length'])
        expect(headers[name]).toBe(first.headers[name]);
      expect(headers['set-cookie']).toBeUndefined();
      expect(headers['cache-control']).toMatch(/stale-while-revalidate=\d+, stale-if-error=\d+/u);
    });

    it('compresses the cached page', async () => {
      const plain = await again(address);
      const { body, headers } = await again(address, { 'Accept-Encoding': 'gzip, br' });
      expect(headers['content-encoding']).toBe('br');
      expect(brotliDecompressSync(body).toString()).toBe(plain.text);
      const head = await again(address, {}, 'HEAD');
      expect([head.text, head.headers['content-length']]).toEqual(['', plain.headers['content-length']]);
      const known = await again(address, { 'If-None-Match': `${plain.headers.etag}` });
      expect([known.status, known.text]).toEqual([304, '']);
    });
  },
);

it.each([
  ['its ETag weakly compared', (etag: string) => `W/${etag}`, 304],
  ['another ETag', () => '"b"', 200],
] as const)('If-None-Match with %s returns the right status', async (_, givenOf, status) => {
  const { headers } = await again('/history');
  expect((await again('/history', { 'If-None-Match': givenOf(`${headers.etag}`) })).status).toBe(status);
});

it('caches a page without the parameters that it does not use', async () => {
  const plain = await again('/en/newsroom');
  const { calls, text } = await again('/en/newsroom?utm_source=a&fbclid=b');
  expect([calls, text]).toEqual([0, plain.text]);
});

it.each([
  ['brotli', undefined],
  ['br;q=0, gzip', 'gzip'],
  ['gzip, br', 'br'],
])('Accept-Encoding %j returns pages and assets with the encoding %s', async (accepted, expected) => {
  const { text } = await again('/en');
  const style = /\/assets\/site-[0-9a-f]+\.css/u.exec(text)?.[0] ?? '';
  for (const address of ['/en', style]) {
    const { status, headers } = await again(address, { 'Accept-Encoding': accepted });
    expect([status, headers['content-encoding']]).toEqual([200, expected]);
  }
});

it('redirects the cached home page by the language cookie', async () => {
  const { status, headers } = await again('/', { Cookie: '__Host-lang=en' });
  expect([status, headers.location]).toEqual([302, '/en']);
  expect((await again('/', { Cookie: '__Host-lang=zh' })).status).toBe(200);
});

it('does not serve a cached page for a language switch', async () => {
  await again('/en/history');
  const { status, headers } = await site().raw('/en/history?lang=en');
  expect([status, headers.location]).toEqual([303, '/en/history']);
});

it('caches an article without an alternate if its translation lacks a title', async () => {
  site().fake.override(PATHS.article, ({ language }) =>
    language === 'en' ? data({ id: 'p4', title: '', content: 'C' }) : undefined,
  );
  expect((await pageAt(site(), '/newsroom/press-room/p4')).alternates).toEqual({});
  expect((await again('/newsroom/press-room/p4')).calls).toBe(0);
});

describe('page payloads', () => {
  it.each([
    ['/_payload.json', '/'],
    ['/newsroom/press-room/p1/_payload.json', '/newsroom/press-room/p1'],
    ['/apply/_payload.json', '/apply'],
  ])('%s has the data and the hash of %s', async (address, page) => {
    const { headers, text } = await site().raw(address);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    const payload = JSON.parse(text) as { hash: string; page: { head: { canonical: string } } };
    expect(payload.hash).toMatch(/^[\w-]{22}$/u);
    expect(new URL(payload.page.head.canonical).pathname).toBe(page);
    expect((await again(address)).text).toBe(text);
    const { text: html } = await site().raw(page);
    expect(html).toContain(`<meta name="payload" content="${payload.hash}"/>`);
    expect(html).toContain(`<meta name="build" content="${site().services.build.running.id}"/>`);
  });

  it('pages without a payload do not name one', async () => {
    for (const address of ['/en/search', '/en/nowhere'])
      expect((await site().raw(address)).text).not.toContain('name="payload"');
  });
});

it('/builds names the newest build and its metadata', async () => {
  const latest = JSON.parse((await site().raw('/builds/latest.json')).text) as {
    id: string;
    timestamp: string;
  };
  expect(latest.id).toMatch(/^[0-9a-f]{16}$/u);
  expect(Date.parse(latest.timestamp)).toBeGreaterThan(0);
  expect(JSON.parse((await site().raw(`/builds/meta/${latest.id}.json`)).text)).toEqual(latest);
  expect((await site().raw('/builds/meta/0123456789abcdef.json')).status).toBe(404);
});

it.each(['/en/search?keyword=press', '/en/history', '/robots.txt', '/en/feed.xml'])(
  'the 304 response of %s has the Vary header of its 200 response',
  async (address) => {
    const headers = { 'Accept-Encoding': 'gzip' };
    const whole = await site().raw(address, { headers });
    const again = await site().raw(address, {
      headers: { ...headers, 'If-None-Match': `${whole.headers.etag}` },
    });
    expect([whole.status, again.status]).toEqual([200, 304]);
    expect(whole.headers.vary).toContain('Accept-Encoding');
    expect(again.headers.vary).toBe(whole.headers.vary);
  },
);
