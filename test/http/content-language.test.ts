import { describe, expect, it } from 'vitest';
import { fileHref } from '../support/file-href.ts';
import { mediaAt } from '../support/media-href.ts';
import { jpegOf } from '../support/pictures.ts';
import { siteForFile } from '../support/site-for-file.ts';

const site = siteForFile();

const languageOf = async (address: string) => (await site().raw(address)).headers['content-language'];

describe('what has a language says so', () => {
  it.each([
    ['/', 'zh'],
    ['/en', 'en'],
    ['/history', 'zh'],
    ['/en/newsroom/press-room/p1', 'en'],
    ['/en/_payload.json', 'en'],
    ['/en/search?keyword=bridge', 'en'],
    ['/apply', 'zh'],
    ['/en/nothing', 'en'],
    ['/%ZZ', 'zh'],
    ['/en/%ZZ', 'en'],
    ['/files/token/of-nothing.pdf', 'zh'],
    ['/feed.xml', 'zh'],
    ['/en/feed.xml', 'en'],
    ['/en/site.webmanifest', 'en'],
  ])('%s is in %s, the second time as well', async (address, language) => {
    expect([await languageOf(address), await languageOf(address)]).toEqual([language, language]);
  });
});

describe('what has no language says none', () => {
  it.each([
    '/robots.txt',
    '/sitemap.xml',
    '/favicon.ico',
    '/healthz',
    '/readyz',
    '/metrics',
    '/builds/latest.json',
  ])('%s', async (address) => {
    expect(await languageOf(address)).toBeUndefined();
  });

  it('a file, a picture and a script', async () => {
    const photograph = await jpegOf({ width: 1200, height: 750 });
    site().fake.override('/assets/photo.jpg', {
      headers: { 'Content-Type': 'image/jpeg' },
      body: photograph,
    });
    const file = await fileHref(site(), '/assets/photo.jpg');
    const [script = ''] = /\/assets\/site-\w+\.js/u.exec((await site().raw('/')).text) ?? [];
    for (const address of [file, mediaAt(file, 320), script]) {
      const { status, headers } = await site().raw(address);
      expect([status, headers['content-language']]).toEqual([200, undefined]);
    }
  });

  it('the picture of the code', async () => {
    const form = await site().raw('/en/apply');
    const [cookie = ''] = `${form.headers['set-cookie']}`.split(';');
    const [, src = ''] = /src="(\/captcha\/image[^"]*)"/u.exec(form.text) ?? [];
    const picture = await site().raw(src.replaceAll('&amp;', '&'), { headers: { Cookie: cookie } });
    expect([picture.status, picture.headers['content-language']]).toEqual([200, undefined]);
  });
});
