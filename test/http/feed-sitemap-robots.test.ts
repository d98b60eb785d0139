import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { data, NOTHING_KEPT, PATHS } from '../support/fake-backend.ts';
import { SITE_URL } from '../support/site.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const site = siteForFile(NOTHING_KEPT);
const LOCAL = '/newsroom/24';

type Attributes = Record<string, string>;
type SitemapUrl = { loc: string; lastmod?: string; 'xhtml:link'?: Attributes[] };
type Entry = { id: string; title: string; updated: string; summary?: string; link: Attributes[] };
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

async function readXml(address: string): Promise<Record<string, unknown>> {
  const { status, text } = await site().raw(address);
  expect(status).toBe(200);
  expect(XMLValidator.validate(text)).toBe(true);
  return parser.parse(text) as Record<string, unknown>;
}

const sitemap = async (): Promise<SitemapUrl[]> =>
  ((await readXml('/sitemap.xml')).urlset as { url: SitemapUrl[] }).url;
const feed = async (address: string): Promise<Feed> => (await readXml(address)).feed as Feed;
const alternatesOf = (url: SitemapUrl | undefined) =>
  Object.fromEntries((url?.['xhtml:link'] ?? []).map(({ hreflang, href }) => [hreflang, href]));

describe('/sitemap.xml', () => {
  it('is XML', async () => {
    const { headers } = await site().raw('/sitemap.xml');
    expect(headers['content-type']).toMatch(/^application\/xml/u);
  });

  it('names every page and article of both languages once', async () => {
    const locations = (await sitemap()).map(({ loc }) => loc);
    expect(locations).toEqual([...new Set(locations)]);
    for (const path of [
      '/',
      '/en',
      '/who-we-are',
      '/en/who-we-are/our-story/founders',
      '/apply',
      '/newsroom/insights',
      LOCAL,
      `${LOCAL}/l12`,
      '/newsroom/press-room/p1',
      '/newsroom/press-room/p25',
      '/en/newsroom/press-room/p3',
      '/newsroom/insights/x%2Fy',
      '/en/newsroom/insights/50%25',
      '/newsroom/field-letters/77',
    ]) {
      expect(locations).toContain(SITE_URL + path);
    }
  });

  it('names no anchor, no search and nothing that only the other language has', async () => {
    const paths = (await sitemap()).map(({ loc }) => loc.slice(SITE_URL.length));
    for (const path of [
      '/newsroom/press-room',
      '/contact-us',
      '/search',
      '/en/newsroom/insights/only-zh',
      `/en${LOCAL}`,
      '/en/newsroom/press-room/p4',
    ]) {
      expect(paths).not.toContain(path);
    }
  });

  it('every address is a page that calls itself by that address', async () => {
    for (const { loc } of await sitemap()) {
      const page = await pageAt(site(), loc.slice(SITE_URL.length) || '/');
      expect([loc, page.status, page.canonical]).toEqual([loc, 200, loc]);
      expect([loc, page.meta('robots')]).toEqual([loc, undefined]);
    }
  });

  it('has the same alternates as the pages themselves', async () => {
    const urls = await sitemap();
    for (const path of [
      '/',
      '/en/history',
      '/newsroom/press-room/p2',
      '/newsroom/press-room/p9',
      LOCAL,
      '/newsroom/insights/only-zh',
    ]) {
      const page = await pageAt(site(), path);
      expect(alternatesOf(urls.find(({ loc }) => loc === SITE_URL + path))).toEqual(page.alternates);
    }
  });

  it('says when an article was published', async () => {
    const urls = await sitemap();
    expect(urls.find(({ loc }) => loc.endsWith('/p1'))?.lastmod).toBe('2029-05-31');
    expect(urls.find(({ loc }) => loc.endsWith('/history'))?.lastmod).toBeUndefined();
  });

  it('holds whatever letters ids and codes have', async () => {
    site().fake.override(PATHS.menu, data([{ id: 1, code: 'R&D <"lab">', haveDetail: true }]));
    site().fake.override(PATHS.articles, data({ list: [{ id: `a&b<c>'"\u{1F600}`, title: 'T' }], total: 1 }));
    const locations = (await sitemap()).map(({ loc }) => loc);
    expect(locations).toContain(`${SITE_URL}/rd-lab`);
    expect(locations.some((loc) => loc.includes('%26b%3Cc%3E'))).toBe(true);
  });
});

describe('/robots.txt', () => {
  it('lets all in and names the sitemap by its full address', async () => {
    const { status, headers, text } = await site().raw('/robots.txt');
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^text\/plain/u);
    expect(text).toMatch(/^User-agent: \*$/mu);
    expect(text).toMatch(new RegExp(`^Sitemap: ${SITE_URL}/sitemap\\.xml$`, 'mu'));
    expect(text).not.toMatch(/^Disallow: \/$/mu);
  });
});

describe.each([
  ['/feed.xml', '兰溪资本集团', '', '兰溪桥梁竣工 "通车" <正式>'],
  ['/en/feed.xml', 'Lanxi Capital Group', '/en', 'Lanxi bridge opens "today" <at last>'],
])('%s', (address, name, prefix, title) => {
  it('is Atom with all that it must have', async () => {
    const { headers } = await site().raw(address);
    expect(headers['content-type']).toMatch(/^application\/atom\+xml/u);
    const { id, updated, author, link, ...rest } = await feed(address);
    expect(id).toBe(SITE_URL + address);
    expect(rest.title).toBe(name);
    expect(author.name).toBe(name);
    expect(updated).toBe('2029-05-31T00:00:00+08:00');
    expect(link.find(({ rel }) => rel === 'self')?.href).toBe(SITE_URL + address);
    expect(link.find(({ rel }) => rel === 'alternate')?.href).toBe(SITE_URL + (prefix || '/'));
  });

  it('has the newest articles, newest first, each by its own address', async () => {
    const { entry = [] } = await feed(address);
    expect(entry).toHaveLength(20);
    expect(entry[0]).toMatchObject({
      title,
      id: `${SITE_URL}${prefix}/newsroom/press-room/p1`,
      updated: '2029-05-31T00:00:00+08:00',
    });
    const times = entry.map(({ updated }) => updated);
    expect(times).toEqual([...times].sort().reverse());
    for (const { id, link } of entry) {
      expect(link[0]?.href).toBe(id);
      const page = await pageAt(site(), id.slice(SITE_URL.length));
      expect([id, page.status, page.canonical]).toEqual([id, 200, id]);
    }
  });

  it('has different ids for all entries', async () => {
    const ids = ((await feed(address)).entry ?? []).map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
  });

  it('lists an article of several columns once', async () => {
    site().fake.override(
      PATHS.articles,
      data({ list: [{ id: 7, title: 'Shared', columnCode: 'Insights' }], total: 1 }),
    );
    const { entry = [] } = await feed(address);
    expect(entry.map(({ id }) => id)).toEqual([`${SITE_URL}${prefix}/newsroom/insights/7`]);
  });

  it('without any article is still a feed', async () => {
    site().fake.override(PATHS.articles, data({ list: [], total: 0 }));
    const { entry, updated } = await feed(address);
    expect(entry).toBeUndefined();
    expect(updated).toMatch(/^\d{4}-\d{2}-\d{2}T/u);
  });

  it('stays well-formed with any title', async () => {
    site().fake.override(
      PATHS.articles,
      data({ list: [{ id: 1, title: 'A & B ]]> \u0001\u0000 <c>' }], total: 1 }),
    );
    const { entry = [] } = await feed(address);
    expect(entry[0]?.title).toMatch(/^A & B \]\]> .*<c>$/u);
  });

  it('is named by the pages of its language', async () => {
    const page = await pageAt(site(), `${prefix}/history`);
    expect(
      page.all('link', { type: 'application/atom+xml' }).map(({ attributes }) => attributes.href),
    ).toEqual([address]);
  });
});
