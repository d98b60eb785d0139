import jsQR from 'jsqr';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { SITE_URL } from '../support/site.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const site = siteForFile();

const addressIn = async (svg: string): Promise<string | undefined> => {
  const picture = sharp(Buffer.from(svg), { density: 600 }).resize(600).ensureAlpha().raw();
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data;
};

describe('the code of a page on paper', () => {
  it.each(['/newsroom/press-room/p1', '/en/newsroom/press-room/p1'])(
    '%s has one, which leads to it',
    async (address) => {
      const page = await pageAt(site(), address);
      const [code] = page.all('img').filter(({ attributes }) => attributes.src?.startsWith('/qr/'));
      expect(code?.attributes).toMatchObject({ src: `/qr${address}.svg`, alt: '', loading: 'lazy' });
      const { status, headers, text } = await site().raw(`/qr${address}.svg`);
      expect([status, headers['content-type'], headers['cache-control']]).toEqual([
        200,
        'image/svg+xml; charset=utf-8',
        'public, max-age=86400',
      ]);
      expect(await addressIn(text)).toBe(SITE_URL + address);
    },
  );

  it.each(['/', '/en/history', '/search?keyword=a', '/en/apply'])('%s does without', async (address) => {
    expect((await pageAt(site(), address)).text).not.toContain('/qr/');
  });

  it.each(['/qr', '/qr/x', '/qr/.svg', `/qr/${'x'.repeat(400)}.svg`, '/en/qr/x.svg'])(
    '%s is no code',
    async (address) => expect((await site().raw(address)).status).toBe(404),
  );
});
