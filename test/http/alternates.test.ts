import { describe, expect, it } from 'vitest';
import { code, data, NOTHING_KEPT, PATHS, type Reply } from '../support/fake-backend.ts';
import { itFirst } from '../support/matrix.ts';
import { SITE_URL } from '../support/site.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const site = siteForFile({ ...NOTHING_KEPT, API_TIMEOUT_MS: '1500' });
const LOCAL = '/newsroom/24';

const followed = async (address: string) => {
  const first = await site().raw(address);
  return site().raw(first.headers.location ?? address);
};

describe('canonical', () => {
  it.each([
    ['/', '/'],
    ['/en', '/en'],
    ['/history?x=1', '/history'],
    ['/newsroom/insights?page=1', '/newsroom/insights'],
    ['/newsroom/insights?page=2&x=1', '/newsroom/insights?page=2'],
    ['/who-we-are?go=Core%20Values', '/who-we-are'],
    ['/en/newsroom/insights/x%2Fy', '/en/newsroom/insights/x%2Fy'],
    ['/articles/loose', '/articles/loose'],
  ])('of %s is %s', async (address, canonical) => {
    const page = await pageAt(site(), address);
    expect(page.canonical).toBe(`${SITE_URL}${canonical}`);
    expect(page.property('og:url')).toBe(`${SITE_URL}${canonical}`);
  });

  it.each([
    ['?go=Press%20Room&page=2', '新闻 11'],
    ['?go=Field%20Letters&page=2', '来信 11'],
  ])('of a page within a section (%s) shows the same list', async (query, title) => {
    const page = await pageAt(site(), `/newsroom${query}`);
    expect(page.mainText).toContain(title);
    const canonical = await pageAt(site(), `${page.canonical}`.slice(SITE_URL.length));
    expect(canonical.mainText).toContain(title);
  });
});

describe('hreflang', () => {
  const EXPECTED = [
    ['/', '/', '/en'],
    ['/en', '/', '/en'],
    ['/who-we-are/our-story', '/who-we-are/our-story', '/en/who-we-are/our-story'],
    ['/en/newsroom/insights', '/newsroom/insights', '/en/newsroom/insights'],
    ['/newsroom/insights/a%20b', '/newsroom/insights/a%20b', '/en/newsroom/insights/a%20b'],
    ['/en/articles/loose', '/articles/loose', '/en/articles/loose'],
  ] as const;

  it.each(EXPECTED)('of %s names both languages', async (address, zh, en) => {
    const { alternates } = await pageAt(site(), address);
    expect(alternates).toEqual({ 'zh-CN': SITE_URL + zh, en: SITE_URL + en, 'x-default': SITE_URL + zh });
  });

  it.each([LOCAL, `${LOCAL}/l1`, '/80', '/newsroom/insights/only-zh'])(
    'is not on %s, which stands in one language only',
    async (address) => {
      const page = await pageAt(site(), address);
      expect(page.status).toBe(200);
      expect(page.alternates).toEqual({});
    },
  );

  it.each([
    '/newsroom',
    '/newsroom?go=Press%20Room&page=2',
    '/newsroom?go=Press%20Room&page=3',
    '/newsroom/insights?page=2',
    '/history',
    '/newsroom/press-room/p2',
  ])('on %s names only pages that exist', async (address) => {
    const { alternates } = await pageAt(site(), address);
    for (const href of Object.values(alternates)) {
      expect([href, (await site().raw(`${href}`.slice(SITE_URL.length))).status]).toEqual([href, 200]);
    }
  });

  it('is on no error page', async () => {
    expect((await pageAt(site(), '/nope')).alternates).toEqual({});
  });
});

describe('the switch', () => {
  it.each([
    ['/newsroom/insights', '/en/newsroom/insights?lang=en'],
    [LOCAL, '/en/newsroom?lang=en'],
    [`${LOCAL}/l1`, '/en/newsroom?lang=en'],
    ['/80', '/en?lang=en'],
    ['/80/campus', '/en?lang=en'],
    ['/newsroom/insights/only-zh', '/en/newsroom/insights?lang=en'],
    ['/newsroom/field-letters/f1', '/en/newsroom/field-letters/f1?lang=en'],
    ['/articles/loose', '/en/articles/loose?lang=en'],
  ])('of %s leads to %s', async (address, href) => {
    expect((await pageAt(site(), address)).switchHref).toBe(href);
  });

  it('takes no page number along to a parent', async () => {
    expect((await pageAt(site(), `${LOCAL}?page=2`)).switchHref).toBe('/en/newsroom?lang=en');
  });

  it('leads to the section of a parent where the item is only an anchor in the other language', async () => {
    site().fake.override(PATHS.menu, ({ language }) =>
      data([
        {
          id: 1,
          code: 'Trunk',
          haveDetail: true,
          children: [{ id: 2, code: 'Leaf', haveDetail: language === 'zh' }],
        },
      ]),
    );
    const page = await pageAt(site(), '/trunk/leaf');
    expect(page.alternates).toEqual({});
    expect(page.switchHref).toBe('/en/trunk?go=Leaf&lang=en#leaf');
  });

  it.each([
    '/',
    '/history',
    '/newsroom/insights?page=2',
    '/newsroom?go=Field%20Letters&page=2',
    '/newsroom?go=Press%20Room&page=3',
    '/search?keyword=%E6%96%B0%E9%97%BB',
    '/search?keyword=%E6%96%B0%E9%97%BB&page=2',
    `${LOCAL}?page=2`,
    `${LOCAL}/l1`,
    '/newsroom/insights/only-zh',
    '/nope',
  ])('of %s leads to a page', async (address) => {
    const { switchHref = '' } = await pageAt(site(), address);
    const target = await followed(switchHref.split('#')[0] ?? '');
    expect(target.status).toBe(200);
  });

  it('takes a page number along only with the section whose list it turns', async () => {
    const { switchHref = '' } = await pageAt(site(), '/newsroom?go=Field%20Letters&page=2');
    const { searchParams } = new URL(switchHref, SITE_URL);
    expect(searchParams.has('page') ? searchParams.get('go') : 'Field Letters').toBe('Field Letters');
  });

  it('leads to the last address of a renamed column by its code', async () => {
    site().fake.override(PATHS.menu, ({ language }) =>
      language === 'en'
        ? data([
            {
              id: 5,
              code: 'Top',
              haveDetail: true,
              children: [{ id: 23, code: 'Insights', haveDetail: true }],
            },
          ])
        : undefined,
    );
    const page = await pageAt(site(), '/newsroom/insights');
    expect(page.switchHref).toBe('/en/top/insights?lang=en');
    expect(page.alternates.en).toBe(`${SITE_URL}/en/top/insights`);
  });
});

describe('what is asked in the other language', () => {
  const askedIn = async (address: string): Promise<string[]> => {
    // An earlier search has its index made in the background.
    await site().services.siteSearch.settled();
    site().fake.forgetCalls();
    await site().raw(address);
    return [
      ...new Set(
        site()
          .fake.asked(undefined, 'en')
          .map(({ path }) => path),
      ),
    ].sort();
  };

  it.each(['/history', '/newsroom', '/newsroom/insights?page=2', '/who-we-are', '/nope'])(
    'for %s: the menu',
    async (address) => {
      expect(await askedIn(address)).toEqual([PATHS.menu]);
    },
  );

  it.each(['/newsroom/press-room/p1', '/articles/loose'])(
    'for %s: the menu and the article',
    async (address) => {
      expect(await askedIn(address)).toEqual([PATHS.article, PATHS.menu]);
    },
  );

  it.each(['/search?keyword=x', '/feed.xml', '/healthz'])('for %s: nothing', async (address) => {
    expect(await askedIn(address)).toEqual([]);
  });
});

describe('a failure of asking in the other language', () => {
  // Before the silences: what they leave unanswered is not asked twice.
  it.each([
    ['a 404', code(404)],
    ['no data', data(null)],
  ])('%s for the article says that it is not there', async (_, reply) => {
    site().fake.override(PATHS.article, ({ language }) => (language === 'en' ? reply : undefined));
    const page = await pageAt(site(), '/newsroom/press-room/p2');
    expect(page.alternates).toEqual({});
    expect(page.switchHref).toBe('/en/newsroom?go=Press%20Room&lang=en#press-room');
  });

  const FAILURES: [string, Reply][] = [
    ['an envelope code', code(500)],
    ['another envelope code', code(403)],
    ['a broken status', { status: 502 }],
    ['an HTTP 404, which is no word of the backend', { status: 404 }],
    ['a cut connection', { destroy: true }],
    ['silence', { hang: true }],
  ];

  itFirst(5, FAILURES)('%s for the article counts as "exists"', async (_, reply) => {
    site().fake.override(PATHS.article, ({ language }) => (language === 'en' ? reply : undefined));
    const page = await pageAt(site(), '/newsroom/press-room/p2');
    expect(page.status).toBe(200);
    expect(page.alternates.en).toBe(`${SITE_URL}/en/newsroom/press-room/p2`);
  });

  it.each([...FAILURES, ['no data', data(null)]])('%s for the menu counts as "exists"', async (_, reply) => {
    site().fake.override(PATHS.menu, ({ language }) => (language === 'en' ? reply : undefined));
    const page = await pageAt(site(), '/newsroom/insights');
    expect(page.status).toBe(200);
    expect(page.alternates.en).toBe(`${SITE_URL}/en/newsroom/insights`);
    expect(page.switchHref).toBe('/en/newsroom/insights?lang=en');
  });

  it('silence for the menu does not fail a later page of a list', async () => {
    site().fake.override(PATHS.menu, ({ language }) => (language === 'en' ? { hang: true } : undefined));
    expect((await pageAt(site(), '/newsroom/insights?page=2')).status).toBe(200);
  });
});
