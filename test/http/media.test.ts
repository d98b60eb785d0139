import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { expectErrorPage } from '../support/error-page.ts';
import { data, NOTHING_KEPT, PATHS, type Reply } from '../support/fake-backend.ts';
import { fileHref } from '../support/file-href.ts';
import { mediaAt } from '../support/media-href.ts';
import { animated, drawn, jpegOf } from '../support/pictures.ts';
import { startSite } from '../support/site.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const site = siteForFile({ ...NOTHING_KEPT, API_TIMEOUT_MS: '1500' });

const AVIF = 'image/avif,image/webp,image/apng,*/*;q=0.8';
const WEBP = 'image/webp,*/*;q=0.8';
const ANY = '*/*';

const WIDE = { width: 1200, height: 750 };
const photograph = await jpegOf(WIDE);
const drawing = await drawn(WIDE, 0.5).png().toBuffer();

const as = (body: Buffer | string, type: string, headers: Record<string, string> = {}): Reply => ({
  headers: { 'Content-Type': type, ...headers },
  body,
});

/** A picture of its own for each test: no other has asked for it. */
let number = 0;
let asset = '';
beforeEach(() => {
  number += 1;
  asset = `/assets/picture-${number}.jpg`;
});

async function shown(reply: Reply, width: number | string = 320): Promise<string> {
  site().fake.override(asset, reply);
  return mediaAt(await fileHref(site(), asset), width);
}

const get = (address: string, headers: Record<string, string> = {}) => site().raw(address, { headers });

describe('a resized picture', () => {
  it.each([
    ['a photograph', photograph, AVIF, 'avif', 'heif'],
    ['a photograph', photograph, WEBP, 'webp', 'webp'],
    ['a photograph', photograph, ANY, 'jpeg', 'jpeg'],
    ['a drawing', drawing, AVIF, 'avif', 'heif'],
    ['a drawing', drawing, WEBP, 'webp', 'webp'],
    ['a drawing', drawing, ANY, 'png', 'png'],
  ])('%s for who accepts (%#) comes in the best format', async (_, body, accept, type, format) => {
    const {
      status,
      headers,
      body: made,
    } = await get(await shown(as(body, 'image/jpeg')), { Accept: accept });
    expect([status, headers['content-type']]).toEqual([200, `image/${type}`]);
    expect(await sharp(made).metadata()).toMatchObject({ format, width: 320, height: 200 });
  });

  it('is for who says nothing of formats a JPEG', async () => {
    expect((await get(await shown(as(photograph, 'image/jpeg')))).headers['content-type']).toBe('image/jpeg');
  });

  it('moves where it moved', async () => {
    const address = await shown(as(await animated({ width: 400, height: 300 }, 3, 'gif'), 'image/gif'));
    for (const [accept, type] of [
      [AVIF, 'image/webp'],
      [ANY, 'image/gif'],
    ] as const) {
      const { headers, body } = await get(address, { Accept: accept });
      expect(headers['content-type']).toBe(type);
      expect((await sharp(body, { animated: true }).metadata()).pages).toBe(3);
    }
  });

  it('is what its bytes are, whatever the backend calls them', async () => {
    const { status, headers } = await get(await shown(as(photograph, 'text/html')), { Accept: WEBP });
    expect([status, headers['content-type']]).toEqual([200, 'image/webp']);
  });

  it('may be kept, by what a browser takes and wants, and can do nothing', async () => {
    const { headers } = await get(
      await shown(as(photograph, 'image/jpeg', { 'Set-Cookie': 'a=b', Server: 's' })),
    );
    expect(headers['cache-control']).toMatch(
      /^public, max-age=\d+, stale-while-revalidate=\d+, no-transform$/u,
    );
    expect(headers.vary?.toLowerCase()).toContain('accept, save-data');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox");
    expect(headers.etag).toMatch(/^"[\w-]+"$/u);
    expect([headers['set-cookie'], headers.server, headers['content-encoding']]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('is the smallest for who saves data', async () => {
    const address = await shown(as(photograph, 'image/jpeg'), 960);
    const { body, headers } = await get(address, { 'Save-Data': 'on', Accept: WEBP });
    expect((await sharp(body).metadata()).width).toBe(160);
    expect(headers.etag).not.toBe((await get(address, { Accept: WEBP })).headers.etag);
    expect((await sharp((await get(address, { 'Save-Data': 'off' })).body).metadata()).width).toBe(960);
  });

  it('wider than the picture is the picture', async () => {
    const address = await shown(as(photograph, 'image/jpeg'), 2560);
    expect((await sharp((await get(address)).body).metadata()).width).toBe(1200);
  });

  it('answers HEAD without a body, and 304 to who has it', async () => {
    const address = await shown(as(photograph, 'image/jpeg'));
    const { headers, body } = await get(address);
    const head = await site().raw(address, { method: 'HEAD' });
    expect([head.status, head.body.length, head.headers['content-length']]).toEqual([
      200,
      0,
      `${body.length}`,
    ]);
    const again = await get(address, { 'If-None-Match': headers.etag ?? '' });
    expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, headers.etag]);
    expect(again.headers['content-type']).toBeUndefined();
  });

  it.each(['POST', 'PUT', 'DELETE'])('is for reading: %s is none of its methods', async (method) => {
    const { status } = await site().raw(await shown(as(photograph, 'image/jpeg')), { method });
    expect([404, 405]).toContain(status);
  });
});

describe('a width that is not listed is a 404', () => {
  it.each([
    '0',
    '-1',
    '1',
    '321',
    '1e3',
    '00320',
    '0320',
    '320.0',
    '+320',
    '320px',
    '3840',
    '99999999999999999999',
    'x',
  ])('%s', async (width) => {
    const address = await shown(as(photograph, 'image/jpeg'), width);
    site().fake.forgetCalls();
    expect((await get(address)).status).toBe(404);
    expect(site().fake.calls(asset)).toBe(0);
  });
});

describe('an address that the site did not write is a 404', () => {
  it.each<[string, (token: string, name: string) => string]>([
    [
      'a made-up token',
      (_, name) => `/media/${Buffer.from('/assets/a.jpg').toString('base64url')}/320/${name}`,
    ],
    ['an address as a token', (_, name) => `/media/${encodeURIComponent('http://127.0.0.1/a')}/320/${name}`],
    ['a token cut short', (token, name) => `/media/${token.slice(0, -4)}/320/${name}`],
    ['another name', (token) => `/media/${token}/320/other.jpg`],
    ['the name in another case', (token, name) => `/media/${token}/320/${name.toUpperCase()}`],
    ['a name with a path', (token, name) => `/media/${token}/320/x%2F${name}`],
    ['no name', (token) => `/media/${token}/320`],
    ['no width', (token, name) => `/media/${token}/${name}`],
    ['more behind the name', (token, name) => `/media/${token}/320/${name}/more`],
    ['a language before it', (token, name) => `/en/media/${token}/320/${name}`],
  ])('%s', async (_, change) => {
    const [, , token = '', , name = ''] = (await shown(as(photograph, 'image/jpeg'))).split('/');
    site().fake.forgetCalls();
    const address = change(token, name);
    const page = await pageAt(site(), address);
    const language = address.startsWith('/en/') ? 'en' : 'zh';
    expectErrorPage(page, { status: 404, words: 'lost', language, address });
    expect(site().fake.calls(asset)).toBe(0);
  });
});

describe('names', () => {
  it.each(["it's (1).jpg", '山水 远.jpg', 'a"b.jpg', '100%.jpg', 'a&amp;b.jpg', '%E4%BD.jpg', 'a,b 2x.jpg'])(
    '%s has a page and a picture',
    async (name) => {
      const picUrl = `/assets/${number}/${name === '%E4%BD.jpg' ? name : encodeURIComponent(name)}`;
      site().fake.override(picUrl, as(photograph, 'image/jpeg'));
      site().fake.override(PATHS.article, data({ id: 'x', title: 'T', content: 'C', picUrl }));
      const page = await pageAt(site(), '/articles/x');
      const { src = '', srcset = '' } = page.one('img', { fetchpriority: 'high' }).attributes;
      expect(src).toMatch(/^\/media\//u);
      for (const address of [src, ...srcset.split(', ').map((one) => one.split(' ')[0] ?? '')].slice(0, 2))
        expect((await get(address)).status).toBe(200);
    },
  );

  it('an address with a query is asked with it', async () => {
    const picUrl = `${asset}?size=2&x=%E5%B1%B1`;
    site().fake.override(asset, ({ query }) =>
      query.get('size') === '2' && query.get('x') === '山' ? as(photograph, 'image/jpeg') : { status: 404 },
    );
    expect((await get(mediaAt(await fileHref(site(), picUrl), 320))).status).toBe(200);
  });

  it.each(['<img src="/files/abc/%zz.jpg">', '"picUrl":"/files/abc/%E0%A4%A"'])(
    'a text that only looks like one (%s) is a text',
    async (text) => {
      site().fake.override(
        PATHS.article,
        data({ id: 'x', title: text, content: `<p>${text}</p>`, summary: text }),
      );
      expect((await pageAt(site(), '/articles/x')).status).toBe(200);
      expect((await pageAt(site(), `/search?keyword=${encodeURIComponent(text)}`)).status).toBe(200);
    },
  );
});

describe('a picture that is none', () => {
  it.each<[string, Reply]>([
    ['missing', { status: 404 }],
    ['HTTP 500', { status: 500 }],
    ['a cut connection', { destroy: true }],
    ['silence', { hang: true }],
    ['HTML', as('<!doctype html><script>alert(1)</script>', 'image/jpeg')],
    ['empty', as('', 'image/jpeg')],
    [
      'an SVG',
      as('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'image/svg+xml'),
    ],
    ['an SVG that calls itself a PNG', as('<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/png')],
    ['a PDF', as('%PDF-1.7', 'application/pdf')],
  ])('%s: is a 404 page, which no cache keeps', async (_, reply) => {
    const address = await shown(reply);
    expectErrorPage(await pageAt(site(), address), { status: 404, words: 'lost', address });
  });

  it('a drawing with scripts stays a download, and the page shows it by the address of the file', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    site().fake.override(asset, as(svg, 'image/svg+xml'));
    const article = { id: 'x', title: 'T', picUrl: asset, content: `<p><img src="${asset}" alt="two"></p>` };
    site().fake.override(PATHS.article, data(article));
    const page = await pageAt(site(), '/articles/x');
    const href = await fileHref(site(), asset);
    expect(page.all('img', { src: href })).toHaveLength(2);
    const { headers } = await get(href);
    expect(headers['content-disposition']).toMatch(/^attachment/u);
    expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox");
    expect(headers['x-content-type-options']).toBe('nosniff');
  });
});

it('the same picture has the same address on a page and another ETag once it has changed', async () => {
  const address = await shown(as(photograph, 'image/jpeg'));
  const { headers, body } = await get(address);
  const other = await startSite(NOTHING_KEPT, { fake: site().fake });
  site().fake.override(asset, as(await drawn({ width: 900, height: 300 }).jpeg().toBuffer(), 'image/jpeg'));
  const changed = await other.raw(address);
  await other.close();
  expect(changed.status).toBe(200);
  expect(changed.headers.etag).not.toBe(headers.etag);
  expect(changed.body.equals(body)).toBe(false);
});
