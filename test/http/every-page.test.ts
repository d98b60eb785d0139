import { expect, it } from 'vitest';
import { INTRO } from '../support/fake-content.ts';
import { textOf } from '../support/html.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';
import { words } from '../support/words.ts';

const site = siteForFile();

it.each(words('/ /who-we-are /en/newsroom /en/newsroom/press-room/p1 /search?keyword=p /nothing /apply'))(
  '%s has unique ids, one main heading and all common parts',
  async (address) => {
    const page = await pageAt(site(), address);
    const ids = [...page.text.matchAll(/\sid="([^"]*)"/gu)].map((match) => match[1]);
    expect(ids).toEqual([...new Set(ids)]);
    const fragments = page.hrefs().filter((href) => href.startsWith('#'));
    expect(fragments.length).toBeGreaterThan(0);
    for (const href of fragments) expect(ids).toContain(decodeURIComponent(href.slice(1)));
    expect(page.all('h1')).toHaveLength(1);
    expect(page.one('a', { class: 'skip' }).attributes.href).toBe(`#${page.one('main').attributes.id}`);
    expect(page.menu).toBeDefined();
    expect(page.all('form', { role: 'search' }).length).toBeGreaterThan(0);
    expect(textOf(page.one('body')).split('+86 (579) 8888-0000')).toHaveLength(2);
    expect(page.all('figure', { class: 'wechat' })).toHaveLength(1);
    const footer = textOf(page.one('footer', { class: 'footer' }));
    for (const text of ['© 2029', '浙ICP备2029000001号']) expect(footer).toContain(text);
  },
);

it('the home page shows the introduction in its main content, not in the footer', async () => {
  const page = await pageAt(site(), '/en');
  expect(page.mainText).toContain(INTRO.en);
  expect(textOf(page.one('footer', { class: 'footer' }))).not.toContain(INTRO.en);
});
