import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { data, NOTHING_KEPT, PATHS } from '../support/fake-backend.ts';
import { mediaAt } from '../support/media-href.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

/** Another server, which the backend's answers name, and the settings too. */
const heard: IncomingHttpHeaders[] = [];
const stranger = createServer((request, response) => {
  heard.push(request.headers);
  response.writeHead(200, { 'Content-Type': 'image/png' }).end('far');
});
await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
const farHost = `127.0.0.1:${(stranger.address() as AddressInfo).port}`;
const far = `http://${farHost}`;
const site = siteForFile({ ...NOTHING_KEPT, ASSET_HOSTS: `*,${farHost}` });

afterAll(() => {
  stranger.closeAllConnections();
  stranger.close();
});

const showPicture = async (picUrl: string): Promise<string> => {
  site().fake.override(PATHS.article, data({ id: 'x', title: 'T', content: 'C', picUrl }));
  const page = await pageAt(site(), '/articles/x');
  return (
    page
      .all('img')
      .map(({ attributes }) => attributes.src ?? '')
      .find((src) => src.endsWith('pic.png')) ?? ''
  );
};

const nakedUrl = (): string => site().fake.url.replace('http://', '');

describe("the backend's address", () => {
  it.each([
    '/',
    '/en',
    '/who-we-are',
    '/newsroom',
    '/our-business',
    '/our-business/product-matrix',
    '/en/history',
    '/annual-reports',
    '/apply',
    '/newsroom/press-room/p1',
    '/en/newsroom/press-room/p1',
    '/search?keyword=p1',
    '/nothing',
    '/sitemap.xml',
    '/feed.xml',
    '/robots.txt',
    '/readyz',
  ])('does not stand on %s', async (address) => {
    const { text, headers } = await site().raw(address);
    expect(text + JSON.stringify(headers)).not.toContain(nakedUrl());
  });

  it.each([
    ['a page of the backend', (base: string) => `<a href="${base}/shop">x</a>`],
    ['the backend itself', (base: string) => `<a href="${base}">x</a>`],
    ['the backend with a query', (base: string) => `<a href="${base}?a=b">x</a>`],
    ['the backend with a fragment', (base: string) => `<a href="${base}#a">x</a>`],
    ['the backend in capitals', (base: string) => `<a href="${base.toUpperCase()}/shop">x</a>`],
    ['the backend without a scheme', (base: string) => `<a href="${base.slice(5)}/shop">x</a>`],
    ['a picture of it', (base: string) => `<img src="${base}/a.png" srcset="${base}/b.png 2x">`],
    ['a picture without a scheme', (base: string) => `<img src="${base.slice(5)}/a.png">`],
    ['a form of it', (base: string) => `<form action="${base}/login"><input formaction="${base}/x"></form>`],
    [
      'a frame of it',
      (base: string) =>
        `<iframe src="${base}/x"></iframe><video poster="${base}/p.png"></video><object data="${base}/o">`,
    ],
    ['a quotation of it', (base: string) => `<blockquote cite="${base}/x">q</blockquote>`],
  ])('does not stand in rich text that names %s', async (_, html) => {
    site().fake.override(
      PATHS.article,
      data({ id: 'x', title: 'T', content: `<p>words</p>${html(site().fake.url)}` }),
    );
    const { status, text } = await site().raw('/articles/x');
    expect(status).toBe(200);
    expect(text).not.toMatch(new RegExp(nakedUrl(), 'iu'));
  });

  it.each(['', '/', '/shop', '?a=b'])(
    'does not stand on a page whose product links to it (%s)',
    async (rest) => {
      site().fake.override(
        PATHS.products,
        data({ list: [{ id: 1, name: 'Paper', linkUrl: `${site().fake.url}${rest}` }] }),
      );
      const { status, text } = await site().raw('/our-business/product-matrix');
      expect(status).toBe(200);
      expect(text).not.toContain(nakedUrl());
    },
  );

  it('does not stand in the Location of a file that moved', async () => {
    const href = await showPicture('/assets/pic.png');
    site().fake.override('/assets/pic.png', {
      status: 302,
      headers: { Location: `${site().fake.url}/assets/mark.png` },
    });
    const { headers } = await site().raw(href);
    expect(JSON.stringify(headers)).not.toContain(nakedUrl());
  });
});

describe('assets, wherever they lie,', () => {
  it.each([
    '/',
    '/newsroom/press-room/p1',
    '/en/our-business/product-matrix',
    '/who-we-are',
    '/annual-reports',
  ])('go through the site on %s', async (address) => {
    const page = await pageAt(site(), address);
    const sources = page.all('img').map(({ attributes }) => attributes.src ?? '');
    expect(sources.length).toBeGreaterThan(0);
    for (const source of sources) expect(source).toMatch(/^\/(?:files|media|assets|qr)\//u);
  });

  it('of another server come through too', async () => {
    const href = await showPicture(`${far}/some/pic.png?size=2`);
    const { status, text } = await site().raw(href);
    expect([status, text]).toEqual([200, 'far']);
  });

  it.each([
    'javascript:alert(1)',
    'data:image/png;base64,AAAA',
    'file:///etc/passwd',
    'ftp://x.example/a.png',
    'bare.png',
    'http://',
  ])('that are none (%s) are not shown', async (picUrl) => {
    site().fake.override(PATHS.article, data({ id: 'x', title: 'T', content: 'C', picUrl }));
    const page = await pageAt(site(), '/articles/x');
    expect(page.status).toBe(200);
    expect(page.mainText).toContain('C');
    expect(page.text).not.toContain(picUrl);
  });
});

describe('API_HEADERS', () => {
  it('go with every content call, beside Accept-Language', async () => {
    site().fake.forgetCalls();
    for (const address of ['/', '/en', '/newsroom/press-room/p1', '/search?keyword=a'])
      await site().raw(address);
    expect(site().fake.asked().length).toBeGreaterThan(20);
    for (const { headers, path } of site().fake.asked()) {
      expect([path, headers['x-tenant']]).toEqual([path, 'lanxi-7']);
      expect(['zh', 'en']).toContain(headers['accept-language']);
    }
  });

  it("do not go with files, not even the backend's own", async () => {
    const href = await showPicture('/assets/pic.png');
    site().fake.forgetCalls();
    await site().raw(href);
    await site().raw(mediaAt(href, 320));
    expect(site().fake.calls('/assets/pic.png')).toBeGreaterThan(0);
    for (const { headers } of site().fake.asked('/assets/pic.png'))
      expect(headers['x-tenant']).toBeUndefined();
  });

  it('do not go to another server', async () => {
    const href = await showPicture(`${far}/pic.png`);
    heard.length = 0;
    await site().raw(href);
    expect(heard).toHaveLength(1);
    expect(heard[0]?.['x-tenant']).toBeUndefined();
  });

  it('do not go to another server that a file of the backend moved to', async () => {
    const href = await showPicture('/assets/pic.png');
    site().fake.override('/assets/pic.png', { status: 302, headers: { Location: `${far}/pic.png` } });
    heard.length = 0;
    await site().raw(href);
    expect(heard.map((headers) => headers['x-tenant'])).not.toContain('lanxi-7');
  });

  it('do not go to another server that a content call is sent to', async () => {
    site().fake.override(PATHS.events, { status: 307, headers: { Location: `${far}/events` } });
    heard.length = 0;
    await site().raw('/history');
    expect(heard.map((headers) => headers['x-tenant'])).not.toContain('lanxi-7');
  });

  it("a visitor's own headers go nowhere", async () => {
    site().fake.forgetCalls();
    const own = {
      Cookie: 'lang=zh; secret=1',
      Authorization: 'Basic eA==',
      'X-Forwarded-For': '1.2.3.4',
      Referer: 'https://a.example/',
    };
    await site().raw('/history', { headers: own });
    const href = await showPicture(`${far}/pic.png`);
    heard.length = 0;
    await site().raw(href, { headers: own });
    for (const headers of [
      ...heard,
      ...site()
        .fake.asked()
        .map((question) => question.headers),
    ]) {
      for (const name of ['cookie', 'authorization', 'x-forwarded-for', 'referer'])
        expect([name, headers[name]]).toEqual([name, undefined]);
    }
  });
});

describe('the log', () => {
  it('has one line a request with an id, and no personal data', async () => {
    site().lines.length = 0;
    const personal = {
      Cookie: 'c-secret=1',
      'User-Agent': 'agent-secret',
      'X-Forwarded-For': '9.8.7.6',
      Referer: 'https://r-secret.example/',
    };
    const { headers } = await site().raw('/search?keyword=k-secret', { headers: personal });
    const lines = site().lines.filter(({ msg }) => msg === 'request');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      method: 'GET',
      path: '/search',
      status: 200,
      request: headers['x-request-id'],
    });
    expect(JSON.stringify(site().lines)).not.toMatch(/secret|9\.8\.7\.6|127\.0\.0\.1/u);
  });

  it('gives every request another id', async () => {
    const ids = await Promise.all(
      [1, 2, 3].map(async () => (await site().raw('/healthz')).headers['x-request-id']),
    );
    expect(new Set(ids).size).toBe(3);
  });

  it('takes no id and no line break from the visitor', async () => {
    const { headers } = await site().raw('/a%0Ab', { headers: { 'X-Request-Id': 'mine' } });
    expect(headers['x-request-id']).not.toBe('mine');
  });
});
