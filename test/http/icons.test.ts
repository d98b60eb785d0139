import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { NO_CONTENT_CACHE } from '../support/fake-backend.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const site = siteForFile(NO_CONTENT_CACHE);

type Icon = { src: string; sizes: string; type: string; purpose?: string };
type Manifest = { name: string; lang: string; start_url: string; icons: Icon[] };

const bytesOf = async (address: string) => (await site().raw(address)).body;

it.each([
  ['/', '/site.webmanifest', 'zh', '/'],
  ['/en', '/en/site.webmanifest', 'en', '/en'],
])('%s links a manifest whose icons have the declared sizes', async (page, address, lang, start_url) => {
  expect((await pageAt(site(), page)).one('link', { rel: 'manifest' }).attributes.href).toBe(address);
  const { headers, text } = await site().raw(address);
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

describe('the icon', () => {
  it('a page links an SVG icon and an opaque picture for phones', async () => {
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
    const picture = ico.subarray(ico.readUInt32LE(18), ico.readUInt32LE(18) + ico.readUInt32LE(14));
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', width: 32, height: 32 });
  });
});
