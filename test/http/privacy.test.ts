import { createServer, type IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { data, NO_CONTENT_CACHE, PATHS } from '../support/fake-backend.ts';
import { mediaAt } from '../support/file-href.ts';
import { listen } from '../support/listen.ts';
import { jpegOf } from '../support/pictures.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';
import { words } from '../support/words.ts';

const picture = await jpegOf({ width: 320, height: 200 });
/** Headers of requests to a server other than the backend. */
const heard: IncomingHttpHeaders[] = [];
const stranger = await listen(
  createServer((request, response) => {
    heard.push(request.headers);
    response.writeHead(200, { 'Content-Type': 'image/jpeg' }).end(picture);
  }),
);
const far = stranger.origin;
const site = siteForFile({ ...NO_CONTENT_CACHE, ASSET_HOSTS: `*,127.0.0.1:${stranger.port}` });
beforeEach(() => {
  heard.length = 0;
});
afterAll(() => stranger.close());

/** Headers that identify a visitor. */
const PERSONAL = {
  Cookie: 'lang=zh; secret=1',
  Authorization: 'Basic eA==',
  'X-Forwarded-For': '9.8.7.6',
  Referer: 'https://r-secret.example/',
  'User-Agent': 'agent-secret',
};

/** Returns the URL of the picture of an article. */
async function pictureAt(picUrl: string): Promise<string> {
  site().fake.override(PATHS.article, data({ id: 'x', title: 'T', content: 'C', picUrl }));
  const { attributes } = (await pageAt(site(), '/articles/x')).one('img', { fetchpriority: 'high' });
  return attributes.src ?? '';
}
const filesOf = (href: string): string[] => {
  const [, , token = '', name = ''] = href.replace(/^\/media\/([^/]+)\/\d+\//u, '/files/$1/').split('/');
  return [`/files/${token}/${name}`, mediaAt(`/files/${token}/${name}`, 320)];
};

describe('the URL of the backend', () => {
  const host = () => site().fake.url.replace('http://', '');

  it.each(
    words(`/ /newsroom /our-business/product-matrix /annual-reports /apply /newsroom/press-room/p1
      /search?keyword=p1 /nothing /sitemap.xml /feed.xml /readyz`),
  )('does not show the backend URL on %s', async (address) => {
    const { text, headers } = await site().raw(address);
    expect(text + JSON.stringify(headers)).not.toContain(host());
  });

  it('removes the backend URL from rich text in any attribute and spelling', async () => {
    const base = site().fake.url;
    const content = `<p>words</p><a href="${base}/shop">x</a><a href="${base}?a=b#c">x</a>
      <a href="${base.toUpperCase()}/shop">x</a><a href="${base.slice(5)}/shop">x</a>
      <img src="${base.slice(5)}/a.png" srcset="${base}/b.png 2x"><form action="${base}/login"><input formaction="${base}/x"></form>
      <iframe src="${base}/x"></iframe><video poster="${base}/p.png"></video><object data="${base}/o"></object>
      <blockquote cite="${base}/x">q</blockquote>`;
    site().fake.override(PATHS.article, data({ id: 'x', title: 'T', content }));
    const { status, text } = await site().raw('/articles/x');
    expect([status, text.includes('words')]).toEqual([200, true]);
    expect(text).not.toMatch(new RegExp(host(), 'iu'));
  });

  it('does not show the backend URL if a product links to it', async () => {
    const base = site().fake.url;
    for (const rest of ['', '/shop', '?a=b']) {
      site().fake.override(PATHS.products, data({ list: [{ id: 1, name: 'Paper', linkUrl: base + rest }] }));
      expect((await site().raw('/our-business/product-matrix')).text).not.toContain(host());
    }
    const [file = ''] = filesOf(await pictureAt('/assets/pic.png'));
    site().fake.override('/assets/pic.png', {
      status: 302,
      headers: { Location: `${base}/assets/mark.png` },
    });
    expect(JSON.stringify((await site().raw(file)).headers)).not.toContain(host());
  });
});

it.each(['/', '/newsroom/press-room/p1', '/who-we-are'])(
  'serves all pictures of %s from the site',
  async (address) => {
    const sources = (await pageAt(site(), address)).all('img').map(({ attributes }) => attributes.src ?? '');
    expect(sources.length).toBeGreaterThan(0);
    for (const source of sources) expect(source).toMatch(/^\/(?:files|media|assets|qr)\//u);
  },
);

describe('API_HEADERS', () => {
  it('sends API_HEADERS with every content call', async () => {
    site().fake.clearRequests();
    for (const address of ['/', '/en', '/newsroom/press-room/p1', '/search?keyword=a'])
      await site().raw(address, { headers: PERSONAL });
    const calls = site()
      .fake.requests()
      .filter(({ path }) => !path.startsWith('/assets/'));
    expect(calls.length).toBeGreaterThan(20);
    for (const { headers, path } of calls) {
      expect([path, headers['x-tenant']]).toEqual([path, 'lanxi-7']);
      expect(['zh', 'en']).toContain(headers['accept-language']);
      expect([headers.cookie, headers.authorization, headers.referer]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
    }
  });

  it('does not send API_HEADERS or headers of the visitor with files', async () => {
    const jpeg = { headers: { 'Content-Type': 'image/jpeg' }, body: picture };
    site().fake.override('/assets/own.jpg', jpeg);
    site().fake.override('/assets/moved.jpg', { status: 302, headers: { Location: `${far}/moved.jpg` } });
    site().fake.clearRequests();
    for (const url of ['/assets/own.jpg', `${far}/far.jpg?size=2`, '/assets/moved.jpg'])
      for (const address of filesOf(await pictureAt(url)))
        expect([url, (await site().raw(address, { headers: PERSONAL })).status]).toEqual([url, 200]);
    const calls = site()
      .fake.requests()
      .filter(({ path }) => path.startsWith('/assets/'));
    expect([calls.length > 0, heard.length > 0]).toEqual([true, true]);
    for (const headers of [...heard, ...calls.map((question) => question.headers)])
      for (const name of ['X-Tenant', 'Cookie', 'Authorization', 'X-Forwarded-For', 'Referer'])
        expect([name, headers[name.toLowerCase()]]).toEqual([name, undefined]);
  });
});

it('logs one line per request without personal data', async () => {
  site().lines.length = 0;
  const { headers } = await site().raw('/search?keyword=k-secret', { headers: PERSONAL });
  const request = headers['x-request-id'];
  const lines = site().lines.filter(({ msg }) => msg === 'request');
  expect(lines).toEqual([expect.objectContaining({ method: 'GET', path: '/search', status: 200, request })]);
  expect(JSON.stringify(site().lines)).not.toMatch(/secret|9\.8\.7\.6|127\.0\.0\.1/u);
});
