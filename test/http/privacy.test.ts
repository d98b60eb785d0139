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
  )('does not show the backend URL on %s', async (pageUrl) => {
    const { text, headers } = await site().raw(pageUrl);
    expect(text + JSON.stringify(headers)).not.toContain(host());
  });
});

it('sends API_HEADERS with every content call', async () => {
  site().fake.clearRequests();
  for (const pageUrl of ['/', '/en', '/newsroom/press-room/p1', '/search?keyword=a'])
    await site().raw(pageUrl, { headers: PERSONAL });
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

it('does not send API_HEADERS or headers of the visitor with requests for files', async () => {
  const jpeg = { headers: { 'Content-Type': 'image/jpeg' }, body: picture };
  site().fake.override('/assets/own.jpg', jpeg);
  site().fake.override('/assets/moved.jpg', { status: 302, headers: { Location: `${far}/moved.jpg` } });
  site().fake.clearRequests();
  for (const url of ['/assets/own.jpg', `${far}/far.jpg?size=2`, '/assets/moved.jpg'])
    for (const fileUrl of filesOf(await pictureAt(url)))
      expect([url, (await site().raw(fileUrl, { headers: PERSONAL })).status]).toEqual([url, 200]);
  const calls = site()
    .fake.requests()
    .filter(({ path }) => path.startsWith('/assets/'));
  expect([calls.length > 0, heard.length > 0]).toEqual([true, true]);
  for (const headers of [...heard, ...calls.map((question) => question.headers)])
    for (const name of ['X-Tenant', 'Cookie', 'Authorization', 'X-Forwarded-For', 'Referer'])
      expect([name, headers[name.toLowerCase()]]).toEqual([name, undefined]);
});
