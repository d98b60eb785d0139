import { expect, it } from 'vitest';
import { data, NO_CONTENT_CACHE, PATHS } from '../support/fake-backend.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const site = siteForFile(NO_CONTENT_CACHE);

it.each([
  ['/', 'zh-CN', '让好的事业走得更远'],
  ['/en/who-we-are/our-story/founders', 'en', 'The founders'],
  ['/newsroom/press-room/p1', 'zh-CN', '兰溪桥梁竣工 "通车" <正式>'],
  ['/newsroom/insights/x%2Fy', 'zh-CN', '奇号 x/y'],
  ['/%68istory?utm_source=mail&x', 'zh-CN', '大事记'],
])('%s is a page in %s with the heading %s', async (url, lang, heading) => {
  const page = await pageAt(site(), url);
  expect([page.status, page.lang, page.heading]).toEqual([200, lang, heading]);
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.text).toMatch(/^<!DOCTYPE html><html/u);
});

it.each([
  '/en/newsroom/24',
  '/newsroom/insights/nobody',
  '/newsroom/PRESS-ROOM/P1',
  '/search/_payload.json',
  '/assets/../assets.json',
  '/assets/%2E%2E/assets.json',
])('the invalid path %s returns 404', async (url) => {
  expect((await site().raw(url)).status).toBe(404);
});

it.each([
  ['/newsroom/press-room', '/newsroom?go=Press%20Room#press-room'],
  ['/who-we-are/honors', '/who-we-are?go=Honors#honors'],
])('the anchor %s redirects to %s with 302', async (url, location) => {
  const { status, headers } = await site().raw(url);
  expect([status, headers.location, headers['cache-control']]).toEqual([302, location, 'no-cache']);
  const [target = '', id = ''] = location.split('#');
  expect((await pageAt(site(), target)).all('section', { id })).toHaveLength(1);
});

it.each([
  ['/zh', '/'],
  ['/zh/history?page=1&x=y', '/history?page=1&x=y'],
  ['/%65n/history?x=1', '/en/history?x=1'],
  ['/en/Who-We-Are/OUR-story/?x=1', '/en/who-we-are/our-story?x=1'],
  ['/sitemap.xml/', '/sitemap.xml'],
  ['/EN/Search?keyword=a', '/en/search?keyword=a'],
  ['/Feed.xml', '/feed.xml'],
  ['/Articles/p1', '/newsroom/press-room/p1'],
  ['/history/p1?from=mail', '/newsroom/press-room/p1?from=mail'],
  ['/history/p1/_payload.json', '/newsroom/press-room/p1/_payload.json'],
])('%s redirects to %s with 308', async (url, location) => {
  for (const method of ['GET', 'HEAD']) {
    const { status, headers } = await site().raw(url, { method });
    expect([status, headers.location]).toEqual([308, location]);
  }
});

it('redirects a non-canonical URL to the new path as soon as the content changes', async () => {
  expect((await site().raw('/history/p1')).headers.location).toBe('/newsroom/press-room/p1');
  const moved = { id: 'p1', title: 'Moved', content: 'C', columnCode: 'Insights' };
  site().fake.override(PATHS.article, data(moved));
  expect((await site().raw('/history/p1')).headers.location).toBe('/newsroom/insights/p1');
});
