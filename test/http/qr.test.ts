import { expect, it } from 'vitest';
import { qrCode } from '../../src/site/well-known.ts';
import { SITE_URL } from '../support/site.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const site = siteForFile();

it('an article has a QR code with its URL', async () => {
  const address = '/en/newsroom/press-room/p1';
  const page = await pageAt(site(), address);
  expect(page.one('img', { src: `/qr${address}.svg` }).attributes).toMatchObject({
    alt: '',
    loading: 'lazy',
  });
  const { headers, text } = await site().raw(`/qr${address}.svg`);
  expect(headers).toMatchObject({
    'content-type': 'image/svg+xml; charset=utf-8',
    'cache-control': 'public, max-age=86400',
  });
  expect(text).toBe(qrCode(SITE_URL + address));
});

it.each(['/', '/en/history', '/search?keyword=a', '/en/apply'])(
  '%s does not have a QR code',
  async (address) => {
    expect((await site().raw(address)).text).not.toContain('/qr/');
  },
);

it.each(['/qr', '/qr/x', '/qr/.svg', `/qr/${'x'.repeat(400)}.svg`, '/en/qr/x.svg'])(
  'an invalid QR code URL returns 404 (%#)',
  async (address) => expect((await site().raw(address)).status).toBe(404),
);
