import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { siteForFile } from '../support/site-for-file.ts';

const site = siteForFile({ CONTENT_FRESH_S: '3600' });

/** Returns the second response to a request, with its number of backend calls and log lines. */
async function again(url: string, headers: Record<string, string> = {}, method = 'GET') {
  await site().raw(url);
  site().fake.clearRequests();
  const lines = site().lines.length;
  const answer = await site().raw(url, { headers, method });
  // A picture may still arrive in the background.
  const calls = site()
    .fake.requests()
    .filter(({ path }) => !path.startsWith('/assets/')).length;
  return { ...answer, calls, lines: site().lines.length - lines };
}

describe.each(['/en/newsroom', '/sitemap.xml'])('the cached page %s', (url) => {
  it('repeats the cached page without a backend call or a log line', async () => {
    const first = await site().raw(url);
    const { status, text, calls, lines, headers } = await again(url);
    expect({ status, calls, lines }).toEqual({ status: 200, calls: 0, lines: 0 });
    expect(text).toBe(first.text);
    for (const name of ['content-security-policy', 'etag', 'cache-control', 'vary', 'content-length'])
      expect(headers[name]).toBe(first.headers[name]);
    expect(headers['set-cookie']).toBeUndefined();
    expect(headers['cache-control']).toMatch(/stale-while-revalidate=\d+, stale-if-error=\d+/u);
  });

  it('compresses the cached page', async () => {
    const plain = await again(url);
    const { body, headers } = await again(url, { 'Accept-Encoding': 'gzip, br' });
    expect(headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(body).toString()).toBe(plain.text);
    const head = await again(url, {}, 'HEAD');
    expect([head.text, head.headers['content-length']]).toEqual(['', plain.headers['content-length']]);
    const known = await again(url, { 'If-None-Match': `${plain.headers.etag}` });
    expect([known.status, known.text]).toEqual([304, '']);
  });
});

it('caches a page without the parameters that it does not use', async () => {
  const plain = await again('/en/newsroom');
  const { calls, text } = await again('/en/newsroom?utm_source=a&fbclid=b');
  expect([calls, text]).toEqual([0, plain.text]);
});

it('compresses assets', async () => {
  const { text } = await again('/en');
  const style = /\/assets\/site-[0-9a-f]+\.css/u.exec(text)?.[0] ?? '';
  const { status, headers } = await again(style, { 'Accept-Encoding': 'gzip, br' });
  expect([status, headers['content-encoding']]).toEqual([200, 'br']);
});

it('redirects the cached home page by the language cookie', async () => {
  const { status, headers } = await again('/', { Cookie: '__Host-lang=en' });
  expect([status, headers.location]).toEqual([302, '/en']);
  expect((await again('/', { Cookie: '__Host-lang=zh' })).status).toBe(200);
});

it.each([
  ['/newsroom/press-room/p1/_payload.json', '/newsroom/press-room/p1'],
  ['/apply/_payload.json', '/apply'],
])('%s has the data and the hash of %s', async (url, page) => {
  const { headers, text } = await site().raw(url);
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  const payload = JSON.parse(text) as { hash: string; page: { head: { canonical: string } } };
  expect(payload.hash).toMatch(/^[\w-]{22}$/u);
  expect(new URL(payload.page.head.canonical).pathname).toBe(page);
  expect((await again(url)).text).toBe(text);
  const { text: html } = await site().raw(page);
  expect(html).toContain(`<meta name="payload" content="${payload.hash}"/>`);
  expect(html).toContain(`<meta name="build" content="${site().services.build.running.id}"/>`);
});

it('/builds returns the newest build and its metadata', async () => {
  const latest = JSON.parse((await site().raw('/builds/latest.json')).text) as {
    id: string;
    timestamp: string;
  };
  expect(latest.id).toMatch(/^[0-9a-f]{16}$/u);
  expect(Date.parse(latest.timestamp)).toBeGreaterThan(0);
  expect(JSON.parse((await site().raw(`/builds/meta/${latest.id}.json`)).text)).toEqual(latest);
  expect((await site().raw('/builds/meta/0123456789abcdef.json')).status).toBe(404);
});

it.each(['/en/newsroom', '/en/search?keyword=bridge'])(
  '%s names its speculation rules and allows the back-forward cache',
  async (url) => {
    for (const _time of ['rendered', 'cached']) {
      const { headers } = await site().raw(url);
      expect(headers['speculation-rules']).toMatch(/^"\/assets\/rules-[0-9a-f]{8}\.json"$/u);
      expect(headers['cache-control']).toMatch(/^(?:public, max-age=0|no-cache)/u);
      expect(headers['cache-control']).not.toContain('no-store');
    }
  },
);

it.each(['/en/apply', '/nothing'])('%s does not send a Speculation-Rules header', async (url) => {
  expect((await site().raw(url)).headers['speculation-rules']).toBeUndefined();
});

it('the speculation rules are immutable and only prefetch', async () => {
  const { headers } = await site().raw('/');
  const rules = await site().raw(JSON.parse(`${headers['speculation-rules']}`));
  expect(rules.headers).toMatchObject({
    'content-type': 'application/speculationrules+json',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
  expect(Object.keys(JSON.parse(rules.text))).toEqual(['prefetch']);
});

const ageOf = async (url: string, headers: Record<string, string> = {}) =>
  (await site().raw(url, { headers })).headers['x-content-age'] as string | undefined;

it.each(['/', '/search?keyword=a', '/apply'])('X-Content-Age of %s is in whole seconds', async (url) => {
  for (const _time of [1, 2]) expect(await ageOf(url)).toMatch(/^\d+$/u);
});
