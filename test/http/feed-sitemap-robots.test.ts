import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { expect, it } from 'vitest';
import { data, NO_CONTENT_CACHE, PATHS } from '../support/fake-backend.ts';
import { SITE_URL } from '../support/site.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const site = siteForFile(NO_CONTENT_CACHE);
const LOCAL = '/newsroom/24';

type Attributes = Record<string, string>;
type SitemapUrl = { loc: string; lastmod?: string; 'xhtml:link'?: Attributes[] };
type Entry = { id: string; title: string; updated: string; link: Attributes[] };
type Feed = {
  id: string;
  title: string;
  updated: string;
  author: { name: string };
  link: Attributes[];
  entry?: Entry[];
};

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  isArray: (name) => ['url', 'xhtml:link', 'link', 'entry'].includes(name),
});

async function readXml(pageUrl: string): Promise<Record<string, unknown>> {
  const { status, text } = await site().raw(pageUrl);
  expect([status, XMLValidator.validate(text)]).toEqual([200, true]);
  return parser.parse(text) as Record<string, unknown>;
}

const sitemap = async () => ((await readXml('/sitemap.xml')).urlset as { url: SitemapUrl[] }).url;
const feed = async (pageUrl: string) => (await readXml(pageUrl)).feed as Feed;
const oneArticle = (article: object) =>
  site().fake.override(PATHS.articles, data({ list: [{ title: 'T', ...article }], total: 1 }));

it('/sitemap.xml lists every page and article of both languages once', async () => {
  expect((await site().raw('/sitemap.xml')).headers['content-type']).toMatch(/^application\/xml/u);
  const paths = (await sitemap()).map(({ loc }) => loc.slice(SITE_URL.length));
  expect(paths).toEqual([...new Set(paths)]);
  expect(paths).toEqual(
    expect.arrayContaining([
      '/',
      '/en',
      '/en/who-we-are/our-story/founders',
      '/apply',
      `${LOCAL}/l12`,
      '/newsroom/press-room/p25',
      '/newsroom/insights/x%2Fy',
    ]),
  );
  for (const path of [
    '/newsroom/press-room',
    '/search',
    '/en/newsroom/insights/only-zh',
    `/en${LOCAL}`,
    '/en/newsroom/press-room/p4',
  ])
    expect(paths).not.toContain(path);
});

it('/sitemap.xml contains the alternates of pages and the dates of articles', async () => {
  const urls = await sitemap();
  const urlOf = (path: string) => urls.find(({ loc }) => loc === SITE_URL + path);
  for (const path of ['/', '/newsroom/press-room/p2', '/newsroom/press-room/p9', LOCAL]) {
    const links = urlOf(path)?.['xhtml:link'] ?? [];
    const alternates = Object.fromEntries(links.map(({ hreflang, href }) => [hreflang, href]));
    expect(alternates).toEqual((await pageAt(site(), path)).alternates);
  }
  expect(urlOf('/newsroom/press-room/p1')?.lastmod).toBe('2029-05-31');
  expect(urlOf('/history')?.lastmod).toBeUndefined();
});

it('/robots.txt allows all pages and links to the sitemap', async () => {
  const { headers, text } = await site().raw('/robots.txt');
  expect(headers['content-type']).toMatch(/^text\/plain/u);
  expect(text).toMatch(/^User-agent: \*$/mu);
  expect(text).toContain(`\nSitemap: ${SITE_URL}/sitemap.xml\n`);
  // A robot that may not read the search pages cannot see that they are `noindex`.
  expect(text).not.toMatch(/^Disallow/mu);
});

const [pageUrl, name, prefix] = ['/en/feed.xml', 'Lanxi Capital Group', '/en'];
const title = 'Lanxi bridge opens "today" <at last>';

it('a feed lists articles newest first, with canonical URLs', async () => {
  const { headers } = await site().raw(pageUrl);
  expect(headers['content-type']).toMatch(/^application\/atom\+xml/u);
  const { id, updated, author, link, entry = [], ...rest } = await feed(pageUrl);
  expect([id, rest.title, author.name]).toEqual([SITE_URL + pageUrl, name, name]);
  expect(updated).toBe('2029-05-31T01:30:00+08:00');
  expect(link.find(({ rel }) => rel === 'self')?.href).toBe(SITE_URL + pageUrl);
  expect(link.find(({ rel }) => rel === 'alternate')?.href).toBe(SITE_URL + prefix);
  expect(entry).toHaveLength(20);
  expect(new Set(entry.map((one) => one.id)).size).toBe(20);
  expect(entry[0]).toMatchObject({ title, id: `${SITE_URL}${prefix}/newsroom/press-room/p1`, updated });
  const times = entry.map((one) => one.updated);
  expect(times).toEqual([...times].sort().reverse());
  for (const { id: own, link: links } of entry.slice(0, 5)) expect(links[0]?.href).toBe(own);
});

it('a feed lists an article that belongs to several columns only once', async () => {
  oneArticle({ id: 7, title: 'A & B ]]> \u0001\u0000 <c>', columnCode: 'Insights' });
  const { entry = [] } = await feed(pageUrl);
  expect(entry.map(({ id }) => id)).toEqual([`${SITE_URL}${prefix}/newsroom/insights/7`]);
  expect(entry[0]?.title).toMatch(/^A & B \]\]> .*<c>$/u);
});
