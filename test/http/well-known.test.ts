import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { MAX_ROOT_FILE_BYTES } from '../../src/config/setting-files.ts';
import { qrCode } from '../../src/site/well-known.ts';
import { SITE_URL, startSite } from '../support/site.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const CONTACT = 'mailto:security@lanxi.example';
const site = siteForFile({ SECURITY_CONTACT: CONTACT });

it('an article has a QR code with its URL', async () => {
  const url = '/en/newsroom/press-room/p1';
  const page = await pageAt(site(), url);
  expect(page.one('img', { src: `/qr${url}.svg` }).attributes).toMatchObject({
    alt: '',
    loading: 'lazy',
  });
  const { headers, text } = await site().raw(`/qr${url}.svg`);
  expect(headers).toMatchObject({
    'content-type': 'image/svg+xml; charset=utf-8',
    'cache-control': 'public, max-age=86400',
  });
  expect(text).toBe(qrCode(SITE_URL + url));
});

const ADDRESS = '/.well-known/security.txt';
const DAY_MS = 86_400_000;
const without = siteForFile();

it('security.txt has the fields of RFC 9116', async () => {
  const { headers, text } = await site().raw(ADDRESS);
  expect(headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'public, max-age=86400',
  });
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/: (.*)/su) as [string, string]);
  const { Expires = '', ...fields } = Object.fromEntries(lines);
  expect(fields).toEqual({
    Contact: CONTACT,
    'Preferred-Languages': 'zh, en',
    Canonical: `${SITE_URL}${ADDRESS}`,
  });
  const days = (Date.parse(Expires) - Date.now()) / DAY_MS;
  expect([days > 300, days < 365]).toEqual([true, true]);
});

it('security.txt returns 404 without SECURITY_CONTACT', async () => {
  expect((await without().raw(ADDRESS)).status).toBe(404);
  expect((await site().raw(ADDRESS, { method: 'POST' })).status).toBe(405);
});

it.each(['/sw.js', '/service-worker.js'])(
  'serves the script that removes a former site at %s',
  async (url) => {
    const { status, headers, text } = await site().raw(url);
    expect([status, text]).toEqual([200, expect.stringContaining('unregister()')]);
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      vary: 'Accept-Encoding',
    });
    expect((await site().raw(`/en${url}`)).status).toBe(404);
  },
);

const folder = await mkdtemp(path.join(tmpdir(), 'plinth-root-files-'));
afterAll(() => rm(folder, { recursive: true }));

it('serves only the files of ROOT_FILES at the root', async () => {
  await writeFile(path.join(folder, 'MP_verify_a1b2.txt'), 'a1b2');
  await writeFile(path.join(folder, 'baidu_verify_code-x.html'), 'code-x');
  await writeFile(path.join(folder, 'sw.js'), 'own worker');
  const own = await startSite({ ROOT_FILES: folder });
  const text = await own.raw('/MP_verify_a1b2.txt');
  expect([text.status, text.text]).toEqual([200, 'a1b2']);
  expect(text.headers['content-type']).toBe('text/plain; charset=utf-8');
  const html = await own.raw('/baidu_verify_code-x.html');
  expect([html.status, html.text, html.headers['content-type']]).toEqual([
    200,
    'code-x',
    'text/html; charset=utf-8',
  ]);
  expect((await own.raw('/sw.js')).text).toBe('own worker');
  for (const url of [
    '/en/MP_verify_a1b2.txt',
    '/mp_verify_a1b2.txt',
    '/x/MP_verify_a1b2.txt',
    '/MP_verify_a1b2.txt/_payload.json',
    '/other.txt',
  ])
    expect((await own.raw(url)).status).toBe(404);
  await own.close();
});

it('reports each file of ROOT_FILES that cannot be served', async () => {
  await mkdir(path.join(folder, 'inner.d'));
  await writeFile(path.join(folder, '.hidden'), '');
  await writeFile(path.join(folder, 'large.txt'), Buffer.alloc(MAX_ROOT_FILE_BYTES + 1));
  expect(() => readConfig({ ROOT_FILES: folder })).toThrow(
    /\.hidden is not a file with a plain name[\s\S]*inner\.d is not a file[\s\S]*large\.txt has more than 64 KB/u,
  );
  expect(() => readConfig({ ROOT_FILES: path.join(folder, 'absent') })).toThrow(
    /absent cannot be read: it does not exist/u,
  );
});

type Icon = { src: string; sizes: string; type: string; purpose?: string };
type Manifest = { name: string; lang: string; start_url: string; icons: Icon[] };

const bytesOf = async (url: string) => (await site().raw(url)).body;

it.each([
  ['/', '/site.webmanifest', 'zh', '/'],
  ['/en', '/en/site.webmanifest', 'en', '/en'],
])('%s links to a manifest whose icons have the declared sizes', async (page, url, lang, start_url) => {
  expect((await pageAt(site(), page)).one('link', { rel: 'manifest' }).attributes.href).toBe(url);
  const { headers, text } = await site().raw(url);
  expect(headers['content-type']).toMatch(/^application\/manifest\+json/u);
  expect(text).not.toContain(site().fake.url);
  const manifest = JSON.parse(text) as Manifest;
  expect(manifest).toMatchObject({ lang, start_url, name: expect.stringMatching(/./u) });
  expect(manifest.icons.map(({ purpose }) => purpose)).toEqual([undefined, undefined, 'maskable']);
  for (const { src, sizes, type } of manifest.icons) {
    const { width, height, format } = await sharp(await bytesOf(src)).metadata();
    expect([`${width}x${height}`, `image/${format}`]).toEqual([sizes, type]);
  }
});

it('a page links to an SVG icon and an opaque image for phones', async () => {
  const { one } = await pageAt(site(), '/en');
  const touch = one('link', { rel: 'apple-touch-icon' }).attributes.href ?? '';
  expect((await sharp(await bytesOf(touch)).stats()).isOpaque).toBe(true);
  expect(one('link', { rel: 'icon' }).attributes.href).toMatch(/^\/assets\/favicon-\w+\.svg$/u);
});

it('/favicon.ico redirects to a file with a PNG of 32 pixels', async () => {
  const { status, headers } = await site().raw('/favicon.ico');
  expect(status).toBe(302);
  const ico = await bytesOf(`${headers.location}`);
  expect(ico.readUInt16LE(2)).toBe(1);
  expect((await sharp(ico.subarray(ico.readUInt32LE(18))).metadata()).width).toBe(32);
});
