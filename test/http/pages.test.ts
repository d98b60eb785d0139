import { describe, expect, it } from 'vitest';
import { data, PATHS } from '../support/fake-backend.ts';
import { HOME_ORDER } from '../support/fake-content.ts';
import { allIn, type Element, linksIn, textOf } from '../support/html.ts';
import { NOTHING_KEPT } from '../support/site.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const site = siteForFile(NOTHING_KEPT);

const currentIn = (element: Element | undefined): [string, string | undefined][] =>
  (element ? allIn(element, 'a') : []).flatMap(({ attributes }): [string, string | undefined][] =>
    attributes['aria-current'] ? [[attributes.href ?? '', attributes['aria-current']]] : [],
  );

describe('home', () => {
  it('has every kind of block in the order of `sort`, unknown kinds left out', async () => {
    const page = await pageAt(site(), '/en');
    const blocks = allIn(page.main, 'section').map(({ attributes }) => attributes.class);
    expect(blocks).toEqual(HOME_ORDER.map((kind) => `block block-${kind}`));
    expect(page.text).not.toContain('Not of this site');
  });

  it('blocks without `sort` come last, in the order of the backend', async () => {
    const block = (id: number, title: string, sort?: number | null) => ({
      id,
      componentCode: 'contact',
      title,
      sort,
    });
    site().fake.override(
      PATHS.homeComponents,
      data({ list: [block(1, 'c', null), block(2, 'd'), block(3, 'b', 2), block(4, 'a', 1)], total: 4 }),
    );
    const page = await pageAt(site(), '/');
    expect(
      page
        .all('section')
        .flatMap((section) => allIn(section, 'h2'))
        .map(textOf)
        .slice(0, 4),
    ).toEqual(['a', 'b', 'c', 'd']);
  });

  it('shows what each block is for', async () => {
    const { mainText } = await pageAt(site(), '/en');
    for (const words of [
      'Press 2',
      'Founded',
      'Report 2028',
      'Bamboo paper',
      'Logistics',
      'Newer prize',
      'Summer round',
      '1 Riverside Road, Lanxi',
      '8,600',
    ]) {
      expect(mainText).toContain(words);
    }
  });

  it('a banner with a known column leads there; others have no link', async () => {
    const page = await pageAt(site(), '/en');
    const links = new Map(linksIn(page.main).map(([href, text]) => [text, href]));
    expect(links.get('Bridge')).toBe('/en/newsroom?go=Press%20Room#press-room');
    expect(page.mainText).toContain('No column');
    expect(links.has('No column')).toBe(false);
    expect(page.mainText).toContain('Unknown column');
    expect(links.has('Unknown column')).toBe(false);
  });

  it('a block of an unknown or missing column has no link to more', async () => {
    site().fake.override(
      PATHS.homeComponents,
      data({
        list: [
          { id: 1, componentCode: 'event', title: 'E', columnCode: 'Nowhere' },
          { id: 2, componentCode: 'report', title: 'R' },
        ],
        total: 2,
      }),
    );
    const page = await pageAt(site(), '/en');
    expect(page.status).toBe(200);
    expect(page.all('a', { class: 'more' })).toEqual([]);
  });

  it('marks no item of the menu as current', async () => {
    expect(currentIn((await pageAt(site(), '/')).menu)).toEqual([]);
  });
});

describe('the page of an item with children', () => {
  it('shows anchors as sections under their slugs, in menu order, and pages as cards', async () => {
    const page = await pageAt(site(), '/en/newsroom');
    const sections = page.all('section').flatMap(({ attributes }) => (attributes.id ? [attributes.id] : []));
    expect(sections).toEqual(['press-room', 'field-letters']);
    expect(linksIn(page.main)).toContainEqual(['/en/newsroom/insights', 'Insights']);
  });

  it('lists its sections, when there are several, by links within the page', async () => {
    const page = await pageAt(site(), '/en/newsroom');
    const [contents] = page.all('nav', { 'aria-label': 'On this page' });
    expect(contents && linksIn(contents)).toEqual([
      ['#press-room', 'Press room'],
      ['#field-letters', 'Field letters'],
    ]);
  });

  it('shows its own common data above them', async () => {
    const { mainText } = await pageAt(site(), '/en/who-we-are/our-story');
    expect(mainText.indexOf('It began with rice.')).toBeGreaterThan(0);
    expect(mainText.indexOf('It began with rice.')).toBeLessThan(mainText.indexOf('The founders'));
  });

  it('a child of its own kind is shown as what it is', async () => {
    const { mainText } = await pageAt(site(), '/en/who-we-are');
    expect(mainText).toContain('Keep your word');
    expect(mainText.indexOf('Newer prize')).toBeLessThan(mainText.indexOf('Older prize'));
  });
});

describe('what an item shows', () => {
  it.each([
    ['/en/who-we-are/our-story/founders', ['Three founders']],
    ['/en/newsroom/insights', ['Odd id a b', 'Insight 1']],
    ['/en/history', ['Listed', '1 January 2028', 'Founded', '8 January 2009', 'A rice shop']],
    ['/history', ['上市', '2028年1月1日', '成立', '2009年1月8日']],
    ['/en/annual-reports', ['2028', 'Report 2028', '20 March 2029', '2027', 'Report 2027', 'PDF', '2 KB']],
    ['/en/our-business/product-matrix', ['Nine of them', 'Bamboo paper', 'A4', 'View details']],
    ['/en/our-business', ['Where we invest', 'Logistics', 'Sheds and roads']],
    ['/en/apply', ['Summer round', 'Until August', '+86 (579) 8888-0000']],
    ['/en/empty-shelf', ['No data']],
    ['/empty-shelf', ['暂无数据']],
  ])('%s', async (address, words) => {
    const { mainText } = await pageAt(site(), address);
    for (const word of words) expect(mainText).toContain(word);
  });

  it('events and reports run from the newest to the oldest', async () => {
    const history = (await pageAt(site(), '/en/history')).mainText;
    expect(history.indexOf('Listed')).toBeLessThan(history.indexOf('Founded'));
    const reports = (await pageAt(site(), '/en/annual-reports')).mainText;
    expect(reports.indexOf('Report 2028')).toBeLessThan(reports.indexOf('Report 2027'));
  });

  it.each([
    ['Enterprise Honor', PATHS.honours, 'Newer prize'],
    ['honours', PATHS.honours, 'Newer prize'],
    ['Enterprise-Honours', PATHS.honours, 'Newer prize'],
    ['Milestones', PATHS.events, 'Founded'],
    ['event', PATHS.events, 'Founded'],
    ['report', PATHS.reports, 'Report 2028'],
    ['Investment Direction', PATHS.directions, 'Logistics'],
    ['products', PATHS.products, 'Bamboo paper'],
    ['Contact', PATHS.group, '321100'],
    ['DECLARE', PATHS.declare, 'Summer round'],
    ['application', PATHS.declare, 'Summer round'],
  ])('the code %s asks its section', async (code, path, words) => {
    site().fake.override(PATHS.menu, data([{ id: 1, code, haveDetail: true }]));
    site().fake.forgetCalls();
    const page = await pageAt(site(), `/en/${code.toLowerCase().replaceAll(' ', '-')}`);
    expect(page.mainText).toContain(words);
    expect(site().fake.calls(path, 'en')).toBe(1);
  });

  it('any other code asks its common data and its articles by the code as the backend wrote it', async () => {
    site().fake.override(PATHS.menu, data([{ id: 1, code: 'Odd  Code!', haveDetail: true }]));
    site().fake.forgetCalls();
    expect((await site().raw('/odd-code')).status).toBe(200);
    const codes = site()
      .fake.asked(PATHS.common, 'zh')
      .map(({ query }) => query.get('componentCode'));
    expect(codes).toContain('Odd  Code!');
    expect(
      site()
        .fake.asked(PATHS.articles)
        .map(({ query }) => query.get('columnCode')),
    ).toEqual(['Odd  Code!']);
  });

  it('contact details are links, and the code to scan is a picture with a text', async () => {
    site().fake.override(PATHS.menu, data([{ id: 1, code: 'Contact', haveDetail: true }]));
    const page = await pageAt(site(), '/en/contact');
    const hrefs = linksIn(page.main).map(([href]) => href);
    expect(hrefs).toContain('tel:+8657988880000');
    expect(hrefs).toContain('mailto:hello@lanxi.example');
    const [picture] = allIn(page.main, 'img');
    expect(picture?.attributes.src).toMatch(/^\/files\/.*qr\.png$/u);
    expect(picture?.attributes.alt).toContain('Lanxi');
  });
});

describe('where the visitor is', () => {
  it.each([
    ['/who-we-are', [['/who-we-are', 'page']]],
    [
      '/who-we-are/our-story',
      [
        ['/who-we-are', 'true'],
        ['/who-we-are/our-story', 'page'],
      ],
    ],
    [
      '/who-we-are/our-story/founders',
      [
        ['/who-we-are', 'true'],
        ['/who-we-are/our-story', 'true'],
      ],
    ],
    [
      '/newsroom/insights/a%20b',
      [
        ['/newsroom', 'true'],
        ['/newsroom/insights', 'true'],
      ],
    ],
    [
      '/newsroom/press-room/p2',
      [
        ['/newsroom', 'true'],
        ['/newsroom?go=Press%20Room#press-room', 'true'],
      ],
    ],
    ['/articles/loose', []],
    ['/search', []],
    ['/nothing', []],
  ])('the menu marks on %s', async (address, marked) => {
    expect(currentIn((await pageAt(site(), address)).menu)).toEqual(marked);
  });

  it.each([
    ['/en/who-we-are', [['/en', 'Home']], 'Who we are'],
    [
      '/en/who-we-are/our-story/founders',
      [
        ['/en', 'Home'],
        ['/en/who-we-are', 'Who we are'],
        ['/en/who-we-are/our-story', 'Our story'],
      ],
      'The founders',
    ],
    [
      '/en/newsroom/press-room/p2',
      [
        ['/en', 'Home'],
        ['/en/newsroom', 'Newsroom'],
        ['/en/newsroom?go=Press%20Room#press-room', 'Press room'],
      ],
      'Press 2',
    ],
    ['/en/articles/loose', [['/en', 'Home']], 'Loose leaf'],
  ])('the breadcrumbs of %s', async (address, links, current) => {
    const page = await pageAt(site(), address);
    const nav = page.one('nav', { class: 'breadcrumbs' });
    expect(linksIn(nav)).toEqual(links);
    expect(allIn(nav, 'span', { 'aria-current': 'page' }).map(textOf)).toEqual([current]);
  });

  it('the menu holds two levels; a third stands on its parent’s page', async () => {
    const page = await pageAt(site(), '/en/who-we-are/our-story');
    const inMenu = page.menu ? linksIn(page.menu).map(([, text]) => text) : [];
    expect(inMenu).toContain('Our story');
    expect(inMenu).not.toContain('The founders');
    expect(linksIn(page.main)).toContainEqual(['/en/who-we-are/our-story/founders', 'The founders']);
  });

  it.each([
    ['/en/history', '/en/our-business', '/en/annual-reports'],
    ['/en/who-we-are', undefined, '/en/newsroom'],
    ['/en/empty-shelf', '/en/apply', undefined],
  ])('%s leads to the pages beside it', async (address, previous, next) => {
    const page = await pageAt(site(), address);
    expect(page.all('a', { rel: 'prev' })[0]?.attributes.href).toBe(previous);
    expect(page.all('a', { rel: 'next' })[0]?.attributes.href).toBe(next);
  });
});

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
      for (const words of ['+86 (579) 8888-0000', '© 2029', '浙ICP备2029000001号', 'lanxi-capital'])
        expect(footer).toContain(words);
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
    for (const [, href = ''] of text.matchAll(/<a [^>]*?href="(\/[^"#]*)/gu))
      waiting.push(href.replaceAll('&amp;', '&'));
  }
  expect(broken.filter((line) => !/^404 \/files\/\S+\/(?:shop|page)$/u.test(line))).toEqual([]);
  expect(seen.size).toBeGreaterThan(120);
});
