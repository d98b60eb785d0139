import { describe, expect, it } from 'vitest';
import { data, NO_CONTENT_CACHE, PATHS } from '../support/fake-backend.ts';
import { allIn, linksIn, textOf } from '../support/html.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const site = siteForFile(NO_CONTENT_CACHE);
const write = (id: string, content: string) =>
  site().fake.override(PATHS.article, data({ id, title: 'T', content }));

it.each([
  [
    '/newsroom/press-room/p1',
    '2029年5月31日|沈禾|兰溪日报|一座桥连起两岸的工厂与学校。|附件|说明书.pdf|PDF|1.4 MB',
  ],
  ['/en/newsroom/press-room/p1', '31 May 2029|Shen He|Lanxi Daily|mills & schools|Attachment|Leaflet|SVG'],
])('%s shows everything that an article can have', async (address, words) => {
  const page = await pageAt(site(), address);
  for (const word of words.split('|')) expect(page.mainText).toContain(word);
  expect(allIn(page.main, 'time').map(({ attributes }) => attributes.datetime)).toEqual(['2029-05-31']);
});

it('serves the pictures, attachments and linked files of an article from the site', async () => {
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
    expect(links.get(name)).toMatch(/^\/files\//u);
  for (const href of [...pictures.slice(0, 3), links.get('说明书.pdf'), links.get('Plan')])
    expect([href, (await site().raw(`${href}`)).status]).toEqual([href, 200]);
});

it('an article links to its column, its neighbours and other sites', async () => {
  const page = await pageAt(site(), '/newsroom/press-room/p1');
  expect(linksIn(page.main)).toContainEqual(['/newsroom?go=Press%20Room#press-room', '新闻稿']);
  expect(page.all('a', { rel: 'next' })[0]?.attributes.href).toBe('/newsroom/press-room/p2');
  expect(page.all('a', { rel: 'prev' })).toEqual([]);
  const linkOf = (text: string) => allIn(page.main, 'a').find((link) => textOf(link) === text)?.attributes;
  expect(linkOf('partner')?.href).toBe('https://partner.example/about');
  expect(linkOf('partner')?.rel?.split(' ').sort()).toEqual(['noopener', 'noreferrer']);
  expect(linkOf('bad')?.href).toBeUndefined();
  expect(page.heading).not.toBe('开通');
  expect(allIn(page.main, 'h2').map(textOf)).toContain('开通');
});

it('the pager encodes the ids of neighbours', async () => {
  const page = await pageAt(site(), '/newsroom/insights/x%2Fy');
  expect(page.all('a', { rel: 'prev' })[0]?.attributes.href).toBe('/newsroom/insights/a%20b');
  expect(page.all('a', { rel: 'next' })[0]?.attributes.href).toBe('/newsroom/insights/50%25');
});

it('an article with only a title and a text does not have empty parts', async () => {
  const page = await pageAt(site(), '/en/articles/loose');
  expect(page.mainText).toContain('loose');
  for (const words of ['Author', 'Source', 'Attachment', 'Published', 'Next', 'Previous'])
    expect(page.mainText).not.toContain(words);
  expect([allIn(page.main, 'img'), allIn(page.main, 'time')]).toEqual([[], []]);
});

describe('rich text', () => {
  it.each([
    ['/articles/film', '视频：film.mp4', '嵌入页面：v.example'],
    ['/en/articles/film', 'Video: film.mp4', 'Embedded page: v.example'],
  ])('rich text of %s links to videos and frames', async (address, film, frame) => {
    write('film', '<video><source src="/assets/film.mp4"></video><iframe src="//v.example/1"></iframe>');
    const links = new Map((await pageAt(site(), address)).all('a').map((link) => [textOf(link), link]));
    expect(links.get(film)?.attributes.href).toMatch(/^\/files\/.*\/film\.mp4$/u);
    expect(links.get(frame)?.attributes.href).toBe('https://v.example/1');
  });

  it('a table of contents links to headings with unique ids', async () => {
    write('toc', '<p><a href="#_main">1</a></p><h2 id="_main">One</h2>');
    const page = await pageAt(site(), '/articles/toc');
    expect(page.all('main', { id: '_main' })).toHaveLength(1);
    expect(page.all('span', { id: 'text._main' })).toHaveLength(1);
    expect(linksIn(page.main)).toContainEqual(['#text._main', '1']);
  });

  it('logs removed markup once with path and id', async () => {
    write('removed-1', '<p>x</p><script>y</script>');
    for (const _ of [1, 2]) await site().raw('/articles/removed-1');
    const lines = site()
      .linesWith('removed-1')
      .filter(({ problem }) => problem !== undefined);
    expect(lines).toEqual([
      expect.objectContaining({ path: PATHS.article, record: 'removed-1', problem: 'removed <script>' }),
    ]);
  });
});
