import sharp from 'sharp';
import { beforeEach, expect, it } from 'vitest';
import { expectErrorPage } from '../support/error-page.ts';
import { data, NO_CONTENT_CACHE, PATHS, type Reply } from '../support/fake-backend.ts';
import { fileHref, mediaAt } from '../support/file-href.ts';
import { animatedPng, jpegOf, noise } from '../support/pictures.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const site = siteForFile(NO_CONTENT_CACHE);

const AVIF = 'image/avif,image/webp,image/apng,*/*;q=0.8';

const photograph = await jpegOf({ width: 1200, height: 750 });

const as = (body: Buffer | string, type = 'image/jpeg', headers: Record<string, string> = {}): Reply => ({
  headers: { 'Content-Type': type, ...headers },
  body,
});

/** Each test has its own picture. */
let number = 0;
let imageUrl = '';
beforeEach(() => {
  number += 1;
  imageUrl = `/assets/picture-${number}.jpg`;
});

async function shown(reply: Reply = as(photograph), width: number | string = 320): Promise<string> {
  site().fake.override(imageUrl, reply);
  return mediaAt(await fileHref(site(), imageUrl), width);
}
const get = (url: string, headers: Record<string, string> = {}) => site().raw(url, { headers });
const widthOf = async (body: Buffer) => (await sharp(body).metadata()).width;

it('a resized image has the best accepted format', async () => {
  // The declared type is not trusted.
  const answer = await get(await shown(as(photograph, 'text/html')), { Accept: AVIF });
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/avif']);
  expect(await sharp(answer.body).metadata()).toMatchObject({ format: 'heif', width: 320, height: 200 });
});

it('a resized image may be cached and varies by Accept and Save-Data', async () => {
  const { headers } = await get(
    await shown(as(photograph, 'image/jpeg', { 'Set-Cookie': 'a=b', Server: 's' })),
  );
  expect(headers).toMatchObject({
    'cache-control': expect.stringMatching(
      /^public, max-age=\d+, stale-while-revalidate=\d+, no-transform$/u,
    ),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    etag: expect.stringMatching(/^"[\w-]+"$/u),
  });
  expect(headers.vary?.toLowerCase()).toContain('accept, save-data');
  for (const name of ['set-cookie', 'server', 'content-encoding']) expect(headers[name]).toBeUndefined();
});

it.each([
  [320, 320, 320],
  [2560, 960, 1200],
])('a resized image of %i px has %i px and a lower quality with Save-Data', async (width, saved, usual) => {
  const url = await shown(as(await noise({ width: 1200, height: 750 }).jpeg().toBuffer()), width);
  for (const Accept of [AVIF, 'image/webp', '*/*']) {
    const small = await get(url, { Accept, 'Save-Data': 'on' });
    const large = await get(url, { Accept, 'Save-Data': 'off' });
    expect([await widthOf(small.body), await widthOf(large.body)]).toEqual([saved, usual]);
    expect(small.body.length).toBeLessThan(0.8 * large.body.length);
    expect(small.headers.etag).not.toBe(large.headers.etag);
  }
});

it('HEAD of a resized image returns no body', async () => {
  const url = await shown();
  const { headers, body } = await get(url);
  const head = await site().raw(url, { method: 'HEAD' });
  expect([head.status, head.body.length, head.headers['content-length']]).toEqual([200, 0, `${body.length}`]);
  const again = await get(url, { 'If-None-Match': headers.etag ?? '' });
  expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, headers.etag]);
  expect(again.headers['content-type']).toBeUndefined();
  expect((await site().raw(url, { method: 'POST' })).status).toBe(405);
});

it.each(['0', '321', '0320', '3840'])(
  'the width %s returns 404 without a request to the backend',
  async (width) => {
    const url = await shown(as(photograph), width);
    site().fake.clearRequests();
    expect((await get(url)).status).toBe(404);
    expect(site().fake.calls(imageUrl)).toBe(0);
  },
);

it.each(['山水 远.jpg', '%E4%BD.jpg', 'a,b 2x.jpg'])('shows a picture with the name %s', async (name) => {
  const picUrl = `/assets/${number}/${name === '%E4%BD.jpg' ? name : encodeURIComponent(name)}`;
  site().fake.override(picUrl, as(photograph));
  site().fake.override(PATHS.article, data({ id: 'x', title: 'T', content: 'C', picUrl }));
  const page = await pageAt(site(), '/articles/x');
  const { src = '', srcset = '' } = page.one('img', { fetchpriority: 'high' }).attributes;
  expect(src).toMatch(/^\/media\//u);
  for (const url of [src, srcset.split(' ')[0] ?? '']) expect((await get(url)).status).toBe(200);
});

it('an SVG is not resized and not an image for social networks', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const url = await shown(as(svg, 'image/svg+xml'));
  expectErrorPage(await pageAt(site(), url), { status: 404, error: 'lost', url });
  site().fake.override(PATHS.article, data({ id: 'x', title: 'T', content: 'C', picUrl: imageUrl }));
  const page = await pageAt(site(), '/articles/x');
  expect([page.status, page.property('og:image')]).toEqual([200, undefined]);
});

it('an animated PNG is a cover as it is, and an image for social networks', async () => {
  site().fake.override(imageUrl, as(await animatedPng({ width: 640, height: 400 }), 'image/png'));
  site().fake.override(PATHS.article, data({ id: 'x', title: 'T', content: 'C', picUrl: imageUrl }));
  const page = await pageAt(site(), '/articles/x');
  const { src, srcset, width } = page.one('img', { fetchpriority: 'high' }).attributes;
  expect([src, srcset, width]).toEqual([await fileHref(site(), imageUrl), undefined, '640']);
  const image = new URL(page.property('og:image') ?? '');
  expect((await get(image.pathname)).headers['content-type']).toMatch(/^image\//u);
});

it('other sites may embed images, files and built assets, but not pages', async () => {
  const url = await shown();
  const page = await get('/en');
  const style = /\/assets\/site-[0-9a-f]+\.css/u.exec(page.text)?.[0] ?? '';
  const policyOf = async (path: string) => (await get(path)).headers['cross-origin-resource-policy'];
  for (const path of [url, url.replace(/^\/media\/([^/]+)\/\d+/u, '/files/$1'), style])
    expect([path, await policyOf(path)]).toEqual([path, 'cross-origin']);
  for (const path of ['/en', '/en/apply', '/captcha/image']) expect(await policyOf(path)).toBe('same-origin');
});

it('shows the text of a HEIC, with one log line', async () => {
  const heic = Buffer.concat([
    Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
    Buffer.alloc(100),
  ]);
  site().fake.override(imageUrl, as(heic, 'image/heic'));
  const article = {
    id: 'x',
    title: 'T',
    picUrl: imageUrl,
    content: `<p>one <img src="${imageUrl}" alt="two"></p>`,
  };
  site().fake.override(PATHS.article, data(article));
  const name = imageUrl.split('/').at(-1) ?? '';
  const [first] = [await pageAt(site(), '/articles/x'), await pageAt(site(), '/articles/x')];
  expect(first.text).toContain('<p>one two</p>');
  expect(first.all('img').filter(({ attributes: { src = '' } }) => src.includes(name))).toEqual([]);
  const logged = site().lines.map((line) => JSON.stringify(line));
  expect(logged.filter((line) => line.includes('picture left out') && line.includes(name))).toHaveLength(1);
});
