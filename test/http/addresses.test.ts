import { describe, expect, it } from 'vitest';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const site = siteForFile();
const LOCAL = '/newsroom/24';

describe('pages', () => {
  it.each([
    ['/', 'zh-CN', '让好的事业走得更远'],
    ['/en', 'en', 'Good work, carried further'],
    ['/search', 'zh-CN', '搜索结果'],
    ['/en/search', 'en', 'Search results'],
    ['/who-we-are', 'zh-CN', '走进兰溪'],
    ['/en/who-we-are', 'en', 'Who we are'],
    ['/who-we-are/our-story/founders', 'zh-CN', '创始人'],
    ['/en/who-we-are/our-story/founders', 'en', 'The founders'],
    ['/our-business', 'zh-CN', '业务布局'],
    ['/en/our-business', 'en', 'What we do'],
    ['/apply', 'zh-CN', '项目申请'],
    ['/en/newsroom', 'en', 'Newsroom'],
    [LOCAL, 'zh-CN', '本地观察'],
    ['/80/campus', 'zh-CN', '校园招聘'],
  ])('%s is a whole page in %s', async (address, lang, heading) => {
    const page = await pageAt(site(), address);
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.text).toMatch(/^<!DOCTYPE html><html/u);
    expect(page.lang).toBe(lang);
    expect(page.heading).toBe(heading);
  });

  it('an item of one language has no page in the other', async () => {
    expect((await site().raw(`/en${LOCAL}`)).status).toBe(404);
    expect((await site().raw('/en/80')).status).toBe(404);
  });

  it('an unknown query is ignored', async () => {
    const page = await pageAt(site(), '/history?utm_source=mail&x');
    expect(page.status).toBe(200);
    expect(page.canonical).toBe('https://www.group.example/history');
  });
});

describe('articles', () => {
  it.each([
    ['/newsroom/press-room/p1', '兰溪桥梁竣工 "通车" <正式>'],
    ['/en/newsroom/press-room/p1', 'Lanxi bridge opens "today" <at last>'],
    ['/newsroom/field-letters/77', '数字编号'],
    ['/newsroom/insights/a%20b', '奇号 a b'],
    ['/newsroom/insights/x%2Fy', '奇号 x/y'],
    ['/en/newsroom/insights/50%25', 'Odd id 50%'],
    ['/newsroom/insights/%C3%9Cn%C3%AF', '奇号 Ünï'],
    [`${LOCAL}/l3`, '观察 3'],
    ['/articles/loose', '散篇'],
    ['/en/articles/loose', 'Loose leaf'],
    ['/articles/lost', 'Lost'],
  ])('%s is the article', async (address, heading) => {
    const page = await pageAt(site(), address);
    expect(page.status).toBe(200);
    expect(page.heading).toBe(heading);
  });

  it.each([
    ['/history/p1', '/newsroom/press-room/p1'],
    ['/articles/p1', '/newsroom/press-room/p1'],
    ['/en/articles/a%20b', '/en/newsroom/insights/a%20b'],
    ['/articles/x%2Fy', '/newsroom/insights/x%2Fy'],
    ['/newsroom/p1', '/newsroom/press-room/p1'],
    ['/newsroom/insights/loose', '/articles/loose'],
    ['/en/newsroom/insights/lost', '/en/articles/lost'],
    ['/articles/l3', `${LOCAL}/l3`],
    ['/history/p1?from=mail', '/newsroom/press-room/p1?from=mail'],
  ])('%s leads to the article at %s', async (address, location) => {
    const { status, headers } = await site().raw(address);
    expect(status).toBe(308);
    expect(headers.location).toBe(location);
  });

  it.each([
    '/newsroom/insights/nobody',
    '/en/newsroom/insights/only-zh',
    '/articles/nobody',
    '/articles',
    '/articles/a/b',
    '/nowhere/p1',
    '/newsroom/PRESS-ROOM/P1',
  ])('%s is a 404', async (address) => {
    expect((await pageAt(site(), address)).status).toBe(404);
  });
});

describe('anchors', () => {
  it.each([
    ['/newsroom/press-room', '/newsroom?go=Press%20Room#press-room'],
    ['/en/newsroom/press-room', '/en/newsroom?go=Press%20Room#press-room'],
    ['/who-we-are/honors', '/who-we-are?go=Honors#honors'],
    ['/contact-us', '/?go=Contact%20Us#contact-us'],
    ['/en/contact-us', '/en?go=Contact%20Us#contact-us'],
  ])('%s leads to its section at %s', async (address, location) => {
    const { status, headers } = await site().raw(address);
    expect(status).toBe(302);
    expect(headers.location).toBe(location);
  });

  it.each([
    ['/newsroom?go=Press%20Room', 'press-room'],
    ['/who-we-are?go=Core%20Values', 'core-values'],
    ['/?go=Contact%20Us', 'contact-us'],
    ['/en?go=Contact%20Us', 'contact-us'],
  ])('%s holds the section', async (address, id) => {
    const page = await pageAt(site(), address);
    expect(page.status).toBe(200);
    expect(page.all('section', { id })).toHaveLength(1);
  });
});

describe('addresses that the site writes otherwise', () => {
  it.each([
    ['/zh', '/'],
    ['/zh/', '/'],
    ['/ZH/history', '/history'],
    ['/zh/history?page=1&x=y', '/history?page=1&x=y'],
    ['/zh/newsroom/insights/x%2Fy', '/newsroom/insights/x%2Fy'],
    [`/zh${LOCAL}`, LOCAL],
    ['/en/', '/en'],
    ['/EN', '/en'],
    ['/EN/history', '/en/history'],
    ['/EN/search?keyword=a', '/en/search?keyword=a'],
    ['/EN/feed.xml', '/en/feed.xml'],
    ['/history/', '/history'],
    ['/history/?x=1', '/history?x=1'],
    ['/History', '/history'],
    ['/en/Who-We-Are/OUR-story/', '/en/who-we-are/our-story'],
    ['/search/?keyword=a', '/search?keyword=a'],
    ['/newsroom/insights/a%20b/', '/newsroom/insights/a%20b'],
    ['/Newsroom/Insights/x%2Fy', '/newsroom/insights/x%2Fy'],
    ['/articles/loose/', '/articles/loose'],
    ['/feed.xml/', '/feed.xml'],
    ['/en/feed.xml/', '/en/feed.xml'],
    ['/sitemap.xml/', '/sitemap.xml'],
  ])('%s moves for good to %s', async (address, location) => {
    const { status, headers } = await site().raw(address);
    expect(status).toBe(308);
    expect(headers.location).toBe(location);
  });

  it('percent escapes that spell the same letters are no other address', async () => {
    expect((await site().raw('/%68istory')).status).toBe(200);
  });
});

describe('paths that are none', () => {
  const NONE = [
    '//',
    '//evil.example',
    '//evil.example/',
    '//evil.example/history',
    '/zh//evil.example',
    '/zh///evil.example/',
    '/en//history',
    '/newsroom//insights',
    '/newsroom//',
    '/\\evil.example/',
    '/\\/evil.example',
    '/zh/\\/evil.example',
    '/history\\x/p1',
    '/%5Cevil.example/',
    '/zh/%5Cevil.example/x',
    '/%2Fevil.example/',
    '/zh/%2fevil.example/x',
    '/newsroom%2Finsights/a%20b',
    '/..%2fhistory/x',
    '//evil.example?lang=zh',
    '/en//history?lang=en',
  ];

  it.each(NONE)('%s is a 404 and leads nowhere', async (address) => {
    const page = await pageAt(site(), address);
    expect(page.status).toBe(404);
    expect(page.headers.location).toBeUndefined();
  });

  it.each([
    '/zh/\\evil.example',
    '/zh/%5Cevil.example',
    '/zh/%2F%2Fevil.example',
    '/zh/%2f%2fevil.example/',
    '/zh/en/evil.example',
    '/zh/zh/evil.example',
    '/%2F%2Fevil.example?lang=zh',
    '/%5C%5Cevil.example?lang=zh',
    '/en/%2F%2Fevil.example?lang=en',
    '/zh?lang=zh',
    '/zh/..%2f..%2fevil.example',
    '/zh/.%2e/evil.example',
  ])('%s leads nowhere but to the site', async (address) => {
    const { status, headers } = await site().raw(address);
    expect([303, 308, 404]).toContain(status);
    if (status !== 404) expect(headers.location).toMatch(/^\/(?![/\\])/u);
  });

  it.each(['//evil.example/nothing', '/\\evil.example', '/%5C/x'])(
    'no link of the page of %s leaves the site',
    async (address) => {
      const page = await pageAt(site(), address);
      const own = page.hrefs().filter((href) => !href.startsWith('http'));
      expect(own.length).toBeGreaterThan(10);
      expect(own.filter((href) => /^[/\\]{2}/u.test(href))).toEqual([]);
    },
  );
});

describe('no answer is made from Host or X-Forwarded-Host', () => {
  const HEADERS = { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'gopher' };

  it.each([
    '/',
    '/history/',
    '/zh/history',
    '/newsroom/press-room',
    '/?lang=zh',
    '/sitemap.xml',
    '/robots.txt',
    '/feed.xml',
    '/nope',
  ])('%s', async (target) => {
    const { text, headers } = await site().raw(target, { headers: HEADERS });
    expect(text + JSON.stringify(headers)).not.toContain('evil.example');
  });
});
