import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { NOTHING_KEPT } from '../support/fake-backend.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const site = siteForFile(NOTHING_KEPT);

type Icon = { src: string; sizes: string; type: string; purpose?: string };
type Manifest = { name: string; short_name: string; lang: string; start_url: string; icons: Icon[] };

const bytesOf = async (address: string): Promise<Buffer> => {
  const { status, body } = await site()
    .get(address)
    .buffer()
    .parse((response, done) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => done(null, Buffer.concat(chunks)));
    });
  expect(status).toBe(200);
  return body as Buffer;
};

describe.each([
  ['/', '/site.webmanifest', 'zh', '/'],
  ['/en', '/en/site.webmanifest', 'en', '/en'],
])('the manifest of %s', (page, address, lang, start) => {
  it('is named by the page, and names the group in its language', async () => {
    const links = (await pageAt(site(), page)).all('link').map(({ attributes }) => attributes);
    expect(links.find(({ rel }) => rel === 'manifest')?.href).toBe(address);
    const { headers, text } = await site().raw(address);
    expect(headers['content-type']).toMatch(/^application\/manifest\+json/u);
    const manifest = JSON.parse(text) as Manifest;
    expect(manifest).toMatchObject({ lang, start_url: start });
    expect(manifest.name.length).toBeGreaterThan(0);
    expect(text).not.toContain(site().fake.url);
  });

  it('has icons of the sizes that it says', async () => {
    const { icons } = JSON.parse((await site().raw(address)).text) as Manifest;
    expect(icons.map(({ purpose }) => purpose)).toEqual([undefined, undefined, 'maskable']);
    for (const { src, sizes, type } of icons) {
      const { width, height, format } = await sharp(await bytesOf(src)).metadata();
      expect([`${width}x${height}`, `image/${format}`]).toEqual([sizes, type]);
    }
  });
});

describe('the icon', () => {
  it('of a page is a drawing, and an opaque picture for phones', async () => {
    const links = (await pageAt(site(), '/en')).all('link').map(({ attributes }) => attributes);
    const touch = links.find(({ rel }) => rel === 'apple-touch-icon')?.href ?? '';
    const { isOpaque } = await sharp(await bytesOf(touch)).stats();
    expect(isOpaque).toBe(true);
    expect(links.find(({ rel }) => rel === 'icon')?.href).toMatch(/^\/assets\/favicon-\w+\.svg$/u);
  });

  it('that old browsers ask for is there', async () => {
    const { status, headers } = await site().raw('/favicon.ico');
    expect(status).toBe(302);
    const ico = await bytesOf(`${headers.location}`);
    expect(ico.readUInt16LE(2)).toBe(1);
    const picture = ico.subarray(ico.readUInt32LE(18), ico.readUInt32LE(18) + ico.readUInt32LE(14));
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', width: 32, height: 32 });
  });
});
