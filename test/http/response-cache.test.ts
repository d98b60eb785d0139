import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { siteForFile } from '../support/site-for-file.ts';

const site = siteForFile({ CONTENT_FRESH_S: '3600' });
const PAGES = ['/', '/en', '/en/newsroom', '/newsroom/press-room/p1', '/en/annual-reports'];

/** The answer of a page that was asked for before, and how often the backend was asked meanwhile. */
async function again(address: string, headers: Record<string, string> = {}, method = 'GET') {
  await site().raw(address);
  site().fake.forgetCalls();
  const lines = site().lines.length;
  const answer = await site().raw(address, { headers, method });
  return { ...answer, calls: site().fake.asked().length, lines: site().lines.length - lines };
}

describe.each(PAGES)('%s, asked for again', (address) => {
  it('is the same to the letter, without a question or a line in the log', async () => {
    const first = await site().raw(address);
    const { status, text, calls, lines, headers } = await again(address);
    expect({ status, calls, lines }).toEqual({ status: 200, calls: 0, lines: 0 });
    expect(text).toBe(first.text);
    for (const name of ['content-security-policy', 'etag', 'cache-control', 'vary', 'content-length'])
      expect(headers[name]).toBe(first.headers[name]);
    expect(headers['set-cookie']).toBeUndefined();
    expect(headers['cache-control']).toMatch(/stale-while-revalidate=\d+, stale-if-error=\d+/u);
  });

  it('comes compressed, whole without its body, or not at all where the visitor has it', async () => {
    const plain = await again(address);
    const { body, headers } = await again(address, { 'Accept-Encoding': 'gzip, br' });
    expect(headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(body).toString()).toBe(plain.text);
    const head = await again(address, {}, 'HEAD');
    expect([head.text, head.headers['content-length']]).toEqual(['', plain.headers['content-length']]);
    const known = await again(address, { 'If-None-Match': `${plain.headers.etag}` });
    expect([known.status, known.text]).toEqual([304, '']);
  });
});

it.each([
  ['its ETag', (etag: string) => etag, 304],
  ['its ETag weakly compared', (etag: string) => `W/${etag}`, 304],
  ['its ETag in a list', (etag: string) => `"b", ${etag}`, 304],
  ['any ETag', () => '*', 304],
  ['another ETag', () => '"b"', 200],
  ['its ETag without quotes', (etag: string) => etag.replaceAll('"', ''), 200],
] as const)('If-None-Match with %s', async (_what, givenOf, status) => {
  const { headers } = await again('/history');
  const given = givenOf(`${headers.etag}`);
  expect((await again('/history', { 'If-None-Match': given })).status).toBe(status);
});

it('a page takes no notice of parameters that it does not use', async () => {
  const plain = await again('/en/newsroom');
  const { calls, lines, text } = await again('/en/newsroom?utm_source=a&fbclid=b');
  expect({ calls, lines }).toEqual({ calls: 0, lines: 0 });
  expect(text).toBe(plain.text);
});

it.each([
  ['brotli', undefined],
  ['brotli, gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['gzip, br', 'br'],
])('Accept-Encoding %j gets the encoding %s, page and file alike', async (accepted, expected) => {
  const { text } = await again('/en');
  const style = /\/assets\/site-[0-9a-f]+\.css/u.exec(text)?.[0] ?? '';
  for (const address of ['/en', style]) {
    const { status, headers } = await again(address, { 'Accept-Encoding': accepted });
    expect([status, headers['content-encoding']]).toEqual([200, expected]);
  }
});

describe('the home page', () => {
  it('looks at a chosen language before its bytes', async () => {
    const { status, headers } = await again('/', { Cookie: 'lang=en' });
    expect([status, headers.location]).toEqual([302, '/en']);
    expect((await again('/', { Cookie: 'lang=zh' })).status).toBe(200);
    expect((await again('/en', { Cookie: 'lang=en' })).status).toBe(200);
  });
});

describe('what a page was rendered from', () => {
  it.each([
    ['/_payload.json', '/'],
    ['/en/_payload.json', '/en'],
    ['/en/newsroom/_payload.json', '/en/newsroom'],
    ['/newsroom/press-room/p1/_payload.json', '/newsroom/press-room/p1'],
  ])('stands at %s', async (address, page) => {
    const { status, headers, text } = await site().raw(address);
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    const payload = JSON.parse(text) as { hash: string; page: { head: { canonical: string } } };
    expect(payload.hash).toMatch(/^[\w-]{22}$/u);
    expect(new URL(payload.page.head.canonical).pathname).toBe(page);
    expect((await again(address)).text).toBe(text);
    const { text: html } = await site().raw(page);
    expect(html).toContain(`<meta name="payload" content="${payload.hash}"/>`);
    expect(html).toContain(`<meta name="build" content="${site().services.build.running.id}"/>`);
  });

  it('is not named where it cannot be asked for', async () => {
    for (const address of ['/en/apply', '/en/search', '/en/nowhere'])
      expect((await site().raw(address)).text).not.toContain('name="payload"');
  });

  it.each(['/en/apply/_payload.json', '/en/nowhere/_payload.json'])('is not at %s', async (address) => {
    expect((await site().raw(address)).status).toBe(404);
  });
});

describe('the build', () => {
  it('says which one runs and which is the newest', async () => {
    const latest = JSON.parse((await site().raw('/builds/latest.json')).text) as {
      id: string;
      timestamp: string;
    };
    expect(latest.id).toMatch(/^[0-9a-f]{16}$/u);
    expect(Number.isNaN(Date.parse(latest.timestamp))).toBe(false);
    const meta = await site().raw(`/builds/meta/${latest.id}.json`);
    expect(JSON.parse(meta.text)).toEqual(latest);
    expect((await site().raw('/builds/meta/0123456789abcdef.json')).status).toBe(404);
  });
});

it('the built files come compressed, for a year, and with their types', async () => {
  const { text } = await site().raw('/en');
  const style = /\/assets\/site-[0-9a-f]+\.css/u.exec(text)?.[0] ?? '';
  const { status, headers, body } = await site().raw(style, { headers: { 'Accept-Encoding': 'br' } });
  expect([status, headers['content-encoding'], headers['content-type']]).toEqual([
    200,
    'br',
    'text/css; charset=utf-8',
  ]);
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(brotliDecompressSync(body).toString()).toContain('--ink');
});
