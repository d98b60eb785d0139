import { describe, expect, it } from 'vitest';
import { INTRO } from '../support/fake-content.ts';
import { textOf } from '../support/html.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const site = siteForFile();

describe('every page', () => {
  const ADDRESSES = [
    '/',
    '/en',
    '/who-we-are',
    '/en/newsroom',
    '/newsroom?go=Press%20Room&page=2',
    '/en/newsroom/press-room/p1',
    '/search?keyword=p',
    '/nothing',
    '/en/annual-reports',
    '/apply',
  ];

  it.each(ADDRESSES)(
    '%s has one h1, one main, unique ids, and a skip link that leads to main',
    async (address) => {
      const page = await pageAt(site(), address);
      expect(page.all('h1')).toHaveLength(1);
      expect(page.all('main')).toHaveLength(1);
      const ids = [...page.text.matchAll(/\sid="([^"]*)"/gu)].map((match) => match[1]);
      expect(ids).toEqual([...new Set(ids)]);
      expect(ids).toContain(page.all('a', { class: 'skip' })[0]?.attributes.href?.slice(1));
      expect(page.one('main').attributes.id).toBe(
        page.all('a', { class: 'skip' })[0]?.attributes.href?.slice(1),
      );
    },
  );

  it.each(ADDRESSES)(
    '%s has the menu, the search and the footer with what the law asks for',
    async (address) => {
      const page = await pageAt(site(), address);
      expect(page.menu).toBeDefined();
      expect(page.all('form', { role: 'search' }).length).toBeGreaterThan(0);
      const footer = textOf(page.one('footer', { class: 'footer' }));
      for (const words of ['© 2029', '浙ICP备2029000001号']) expect(footer).toContain(words);
    },
  );

  it.each(ADDRESSES)(
    '%s shows the contact details and the code to scan once, in its body or its footer',
    async (address) => {
      const page = await pageAt(site(), address);
      expect(textOf(page.one('body')).split('+86 (579) 8888-0000')).toHaveLength(2);
      expect(page.all('figure', { class: 'wechat' })).toHaveLength(1);
    },
  );

  it.each(['/', '/en'])(
    '%s shows the introduction in its body and not again in its footer',
    async (address) => {
      const page = await pageAt(site(), address);
      const introduction = INTRO[address === '/' ? 'zh' : 'en'];
      expect(page.mainText).toContain(introduction);
      expect(textOf(page.one('footer', { class: 'footer' }))).not.toContain(introduction);
    },
  );

  it.each(ADDRESSES)('%s: every fragment that it links to on itself is there', async (address) => {
    const page = await pageAt(site(), address);
    const ids = new Set([...page.text.matchAll(/\sid="([^"]*)"/gu)].map((match) => match[1]));
    const fragments = page
      .hrefs()
      .filter((href) => href.startsWith('#'))
      .map((href) => decodeURIComponent(href.slice(1)));
    expect(fragments.length).toBeGreaterThan(0);
    for (const fragment of fragments) expect(ids).toContain(fragment);
  });
});

it('every link of every page leads to a page, without a detour, in both languages', async () => {
  const seen = new Set<string>();
  const waiting = ['/', '/en'];
  const broken: string[] = [];
  for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
    if (seen.has(address)) continue;
    seen.add(address);
    const { status, headers, text } = await site().raw(address);
    if (status !== 200 && !(status === 303 && address.includes('lang='))) broken.push(`${status} ${address}`);
    if (!`${headers['content-type']}`.startsWith('text/html') || address.startsWith('/files/')) continue;
    // A code belongs to a visitor's draft, by a cookie.
    for (const [, href = ''] of text.matchAll(/<a [^>]*?href="(\/[^"#]*)/gu))
      if (!href.includes('/captcha/')) waiting.push(href.replaceAll('&amp;', '&'));
  }
  expect(broken.filter((line) => !/^404 \/files\/\S+\/(?:shop|page)$/u.test(line))).toEqual([]);
  expect(seen.size).toBeGreaterThan(120);
});
