import { describe, expect, it } from 'vitest';
import { data, NOTHING_KEPT, PATHS } from '../support/fake-backend.ts';
import { INTRO } from '../support/fake-content.ts';
import { SITE_URL } from '../support/site.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const site = siteForFile(NOTHING_KEPT);

describe('title', () => {
  it.each([
    ['/', '兰溪资本集团'],
    ['/en', 'Lanxi Capital Group'],
    ['/history', '大事记 | 兰溪'],
    ['/en/who-we-are/our-story', 'Our story | Lanxi'],
    ['/newsroom/press-room/p2', '新闻 2 | 兰溪'],
    ['/en/newsroom/press-room/p1', 'Lanxi bridge opens "today" <at last> | Lanxi'],
    ['/en/search', 'Search results | Lanxi'],
  ])('of %s is %s', async (address, title) => {
    const page = await pageAt(site(), address);
    expect(page.title).toBe(title);
    expect(page.all('title')).toHaveLength(1);
    expect(page.property('og:title')).toBe(title);
  });

  it('of a later page of a list tells it from the first', async () => {
    const titles = await Promise.all(
      ['', '?page=2'].map(async (query) => (await pageAt(site(), `/newsroom/insights${query}`)).title),
    );
    expect(new Set(titles).size).toBe(2);
    for (const title of titles) expect(title).toContain('洞察');
  });

  it('begins with what was searched', async () => {
    expect((await pageAt(site(), '/en/search?keyword=bridge')).title).toMatch(/^Search results.*bridge/u);
  });
});

describe('description', () => {
  it.each([
    ['/', INTRO.zh],
    ['/en', INTRO.en],
    ['/who-we-are', '兰溪集团二十年来的来路与信念。'],
    ['/en/who-we-are', 'Where the Lanxi group comes from, and what it believes.'],
    ['/history', INTRO.zh],
    ['/en/history', INTRO.en],
    ['/newsroom/press-room/p1', '一座桥连起两岸的工厂与学校。'],
    ['/en/newsroom/press-room/p1', 'A bridge now joins mills & schools on both banks.'],
  ])('of %s is %s', async (address, description) => {
    const page = await pageAt(site(), address);
    expect(page.meta('description')).toBe(description);
    expect(page.property('og:description')).toBe(description);
  });

  it('of an article without a summary is not empty', async () => {
    expect((await pageAt(site(), '/newsroom/insights/a%20b')).meta('description')).toBeTruthy();
  });

  it('is missing where nobody wrote any', async () => {
    site().fake.override(PATHS.common, data([]));
    site().fake.override(PATHS.group, data({ name: 'Lanxi' }));
    const page = await pageAt(site(), '/apply');
    expect(page.status).toBe(200);
    expect(page.meta('description')).toBeUndefined();
    expect(page.property('og:description')).toBeUndefined();
  });

  it('has no markup, and the introduction stands in the footer too', async () => {
    site().fake.override(PATHS.common, ({ query }) =>
      query.get('componentCode') === 'intro'
        ? data([
            { id: 1, remarkContent: '<h2>One</h2><p>two &amp; <b>three</b></p><script>x()</script>' },
            { id: 2, remarkContent: 'second' },
          ])
        : undefined,
    );
    const page = await pageAt(site(), '/history');
    expect(page.meta('description')).toBe('One two & three');
    const footer = page.one('footer', { class: 'footer' });
    expect(JSON.stringify(footer)).toContain('One two & three');
  });
});

describe('keywords and Open Graph', () => {
  it.each([
    ['/', '投资集团', 'zh_CN', 'website'],
    ['/en/history', 'investment group', 'en', 'website'],
    ['/en/newsroom/press-room/p1', 'investment group', 'en', 'article'],
  ])('%s', async (address, keyword, locale, type) => {
    const page = await pageAt(site(), address);
    expect(page.meta('keywords')).toContain(keyword);
    expect(page.property('og:type')).toBe(type);
    expect(page.property('og:locale')).toMatch(new RegExp(`^${locale}`, 'u'));
    expect(page.property('og:site_name')).toMatch(/Lanxi Capital Group|兰溪资本集团/u);
  });

  it.each([
    ['/', 'bridge.png'],
    ['/who-we-are', 'wide.png'],
    ['/newsroom/press-room/p1', 'bridge.png'],
    ['/history', 'mark.png'],
  ])("the image of %s is the page's own (%s), by the site's full address", async (address, name) => {
    const image = (await pageAt(site(), address)).property('og:image') ?? '';
    expect(image).toMatch(new RegExp(`^${SITE_URL}/media/[\\w-]+/\\d+/${name}$`, 'u'));
    expect((await site().raw(image.slice(SITE_URL.length))).status).toBe(200);
  });

  it('an article has its day and its column, other pages have neither', async () => {
    const article = await pageAt(site(), '/en/newsroom/press-room/p1');
    expect(article.property('article:published_time')).toMatch(/^\d{4}-\d\d-\d\d$/u);
    expect(article.property('article:section')).toBe('Press room');
    expect((await pageAt(site(), '/en/history')).property('article:published_time')).toBeUndefined();
  });

  it.each(['/search?keyword=a', '/nothing'])('%s asks not to be indexed', async (address) => {
    expect((await pageAt(site(), address)).meta('robots')).toContain('noindex');
  });

  it.each(['/', '/history', '/newsroom/press-room/p1'])('%s may be indexed', async (address) => {
    expect((await pageAt(site(), address)).meta('robots')).toBeUndefined();
  });
});

describe('JSON-LD', () => {
  it('home: the organisation', async () => {
    const { jsonLd } = await pageAt(site(), '/en');
    expect(jsonLd).toContainEqual(
      expect.objectContaining({
        '@context': 'https://schema.org',
        '@type': 'Organization',
        name: 'Lanxi Capital Group',
        url: `${SITE_URL}/en`,
        logo: expect.stringMatching(/^https:\/\/www\.group\.example\/files\/.*mark\.png$/u),
      }),
    );
  });

  it('a page: its breadcrumbs', async () => {
    const { jsonLd } = await pageAt(site(), '/en/who-we-are/our-story/founders');
    expect(jsonLd).toContainEqual({
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: [
        ['Home', '/en'],
        ['Who we are', '/en/who-we-are'],
        ['Our story', '/en/who-we-are/our-story'],
        ['The founders', '/en/who-we-are/our-story/founders'],
      ].map(([name, path], index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name,
        item: `${SITE_URL}${path}`,
      })),
    });
  });

  it('an article: NewsArticle', async () => {
    const { jsonLd } = await pageAt(site(), '/newsroom/press-room/p1');
    const [article] = jsonLd.filter((entry) => entry['@type'] === 'NewsArticle');
    expect(article).toMatchObject({
      headline: '兰溪桥梁竣工 "通车" <正式>',
      description: '一座桥连起两岸的工厂与学校。',
      datePublished: '2029-05-31',
      author: { name: '沈禾' },
      publisher: { '@type': 'Organization', name: '兰溪资本集团' },
      mainEntityOfPage: `${SITE_URL}/newsroom/press-room/p1`,
    });
    expect(article?.image).toMatch(/^https:\/\/www\.group\.example\/files\//u);
  });

  it('an article: its author has no type, for it may be a department, and the group has its own', async () => {
    const authorOf = async (author?: string) => {
      site().fake.override(PATHS.article, data({ id: 'x', title: 'T', content: 'C', author }));
      const { jsonLd } = await pageAt(site(), '/articles/x');
      return jsonLd.find((entry) => entry['@type'] === 'NewsArticle')?.author;
    };
    expect(await authorOf('董事会办公室')).toEqual({ name: '董事会办公室' });
    expect(await authorOf()).toEqual({ '@type': 'Organization', name: '兰溪资本集团' });
  });

  it('is not ended early by what an editor wrote', async () => {
    const title = '</script><script>alert(1)</script><!--';
    site().fake.override(PATHS.article, data({ id: 'x', title, content: 'C' }));
    const { jsonLd, text } = await pageAt(site(), '/articles/x');
    expect(text).not.toContain('<script>alert');
    expect(jsonLd.find((entry) => entry['@type'] === 'NewsArticle')?.headline).toBe(title);
  });

  it.each(['/', '/newsroom', '/newsroom/insights/x%2Fy', '/articles/loose'])(
    'parses on %s',
    async (address) => {
      for (const entry of (await pageAt(site(), address)).jsonLd)
        expect(entry['@context']).toBe('https://schema.org');
    },
  );
});
