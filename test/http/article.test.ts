import { describe, expect, it } from 'vitest';
import { data, NOTHING_KEPT, PATHS } from '../support/fake-backend.ts';
import { allIn, linksIn, textOf } from '../support/html.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const site = siteForFile(NOTHING_KEPT);

describe('an article with everything', () => {
  it.each([
    [
      '/newsroom/press-room/p1',
      [
        '2029年5月31日',
        '沈禾',
        '兰溪日报',
        '一座桥连起两岸的工厂与学校。',
        '附件',
        '说明书.pdf',
        'PDF',
        '1.4 MB',
      ],
    ],
    [
      '/en/newsroom/press-room/p1',
      [
        '31 May 2029',
        'Shen He',
        'Lanxi Daily',
        'mills & schools',
        'Attachment',
        'Leaflet',
        'PDF',
        '1.4 MB',
        'SVG',
      ],
    ],
  ])('%s shows all of it', async (address, words) => {
    const { mainText } = await pageAt(site(), address);
    for (const word of words) expect(mainText).toContain(word);
  });

  it('says its day for machines: that of Shanghai', async () => {
    const page = await pageAt(site(), '/newsroom/press-room/p1');
    expect(allIn(page.main, 'time').map(({ attributes }) => attributes.datetime)).toEqual(['2029-05-31']);
  });

  it('its pictures, attachments and files in the text come from the site', async () => {
    const page = await pageAt(site(), '/newsroom/press-room/p1');
    const pictures = allIn(page.main, 'img').map(({ attributes }) => attributes.src ?? '');
    expect(pictures.map((src) => src.split('/').at(-1))).toEqual([
      'bridge.png',
      'mark.png',
      'bridge.png',
      'far.png',
    ]);
    const links = new Map(linksIn(page.main).map(([href, text]) => [text, href]));
    for (const name of ['说明书.pdf', 'Plan', 'leaflet', 'same', 'page'])
      expect([name, links.get(name)]).toEqual([name, expect.stringMatching(/^\/files\//u)]);
    for (const href of [
      ...pictures.slice(0, 3),
      links.get('说明书.pdf'),
      links.get('Plan'),
      links.get('leaflet'),
    ]) {
      expect([href, (await site().raw(`${href}`)).status]).toEqual([href, 200]);
    }
  });

  it('a link to elsewhere stays, with `rel`; a script is no link', async () => {
    const page = await pageAt(site(), '/newsroom/press-room/p1');
    const [partner] = allIn(page.main, 'a').filter((link) => textOf(link) === 'partner');
    expect(partner?.attributes.href).toBe('https://partner.example/about');
    expect(partner?.attributes.rel?.split(' ').sort()).toEqual(['noopener', 'noreferrer']);
    const [bad] = allIn(page.main, 'a').filter((link) => textOf(link) === 'bad');
    expect(bad?.attributes.href).toBeUndefined();
  });

  it('headings of the text fit under the title', async () => {
    const page = await pageAt(site(), '/newsroom/press-room/p1');
    expect(page.heading).not.toBe('开通');
    expect(allIn(page.main, 'h2').map(textOf)).toContain('开通');
  });

  it('leads to its column and to the article after it', async () => {
    const page = await pageAt(site(), '/en/newsroom/press-room/p1');
    expect(linksIn(page.main)).toContainEqual(['/en/newsroom?go=Press%20Room#press-room', 'Press room']);
    expect(page.all('a', { rel: 'next' })[0]?.attributes.href).toBe('/en/newsroom/press-room/p2');
    expect(page.all('a', { rel: 'prev' })).toEqual([]);
  });
});

describe('an article in the middle', () => {
  it('leads to both links of the pager, whatever letters their ids have', async () => {
    const page = await pageAt(site(), '/newsroom/insights/x%2Fy');
    expect(page.all('a', { rel: 'prev' })[0]?.attributes.href).toBe('/newsroom/insights/a%20b');
    expect(page.all('a', { rel: 'next' })[0]?.attributes.href).toBe('/newsroom/insights/50%25');
  });
});

describe('an article with the least', () => {
  it('shows title and text, and no empty part', async () => {
    const page = await pageAt(site(), '/en/articles/loose');
    expect(page.mainText).toContain('loose');
    for (const words of ['Author', 'Source', 'Attachment', 'Published', 'Next', 'Previous'])
      expect(page.mainText).not.toContain(words);
    expect(allIn(page.main, 'img')).toEqual([]);
    expect(allIn(page.main, 'time')).toEqual([]);
  });
});

describe('a time', () => {
  it.each([
    ['2029-05-04', '4 May 2029', '2029年5月4日'],
    ['2029-05-04T23:59:59', '4 May 2029', '2029年5月4日'],
    ['2029-05-04 08:00:00', '4 May 2029', '2029年5月4日'],
    ['2029-05-04T18:00:00Z', '5 May 2029', '2029年5月5日'],
    ['2029-05-04T23:30:00+08:00', '4 May 2029', '2029年5月4日'],
    ['2029-05-04T23:30:00-08:00', '5 May 2029', '2029年5月5日'],
    [Date.UTC(2029, 4, 4, 16, 0), '5 May 2029', '2029年5月5日'],
    [Date.UTC(2029, 4, 4, 15, 59), '4 May 2029', '2029年5月4日'],
    [0, '1 January 1970', '1970年1月1日'],
  ])('%s is shown as %s and %s', async (publishTime, english, chinese) => {
    site().fake.override(PATHS.article, data({ id: 'x', title: 'T', content: 'C', publishTime }));
    expect((await pageAt(site(), '/en/articles/x')).mainText).toContain(english);
    expect((await pageAt(site(), '/articles/x')).mainText).toContain(chinese);
  });
});

it('an article whose column the menu does not know is shown under /articles without a column', async () => {
  const page = await pageAt(site(), '/articles/lost');
  expect(page.status).toBe(200);
  expect(page.mainText).not.toContain('Nowhere');
});

describe('an article of what cannot be shown as it is', () => {
  const article = (id: string, content: string) =>
    site().fake.override(PATHS.article, data({ id, title: 'T', content }));

  it.each([
    ['/articles/film', '视频：film.mp4', '嵌入页面：v.example'],
    ['/en/articles/film', 'Video: film.mp4', 'Embedded page: v.example'],
  ])('links to its films and frames: %s', async (address, film, frame) => {
    article('film', '<video><source src="/assets/film.mp4"></video><iframe src="//v.example/1"></iframe>');
    const links = new Map((await pageAt(site(), address)).all('a').map((link) => [textOf(link), link]));
    expect(links.get(film)?.attributes.href).toMatch(/^\/files\/.*\/film\.mp4$/u);
    expect(links.get(frame)?.attributes.href).toBe('https://v.example/1');
  });

  it('leads from its table of contents to its headings', async () => {
    article('toc', '<p><a href="#_main">1</a></p><h2 id="_main">One</h2>');
    const page = await pageAt(site(), '/articles/toc');
    expect(page.all('main', { id: '_main' })).toHaveLength(1);
    expect(page.all('h2', { id: 'text._main' }).map(textOf)).toEqual(['One']);
    expect(linksIn(page.main)).toContainEqual(['#text._main', '1']);
  });

  it('logs once what it loses, with path and id', async () => {
    article('removed-1', '<p>x</p><script>y</script>');
    for (const _ of [1, 2]) await site().raw('/articles/removed-1');
    const lines = site()
      .linesWith('removed-1')
      .filter(({ problem }) => problem !== undefined);
    expect(lines).toEqual([
      expect.objectContaining({ path: PATHS.article, record: 'removed-1', problem: 'removed <script>' }),
    ]);
  });
});
