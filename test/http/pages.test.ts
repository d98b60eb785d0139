import { describe, expect, it } from 'vitest';
import { data, NOTHING_KEPT, PATHS } from '../support/fake-backend.ts';
import { allIn, linksIn, type ReadPage, textOf } from '../support/html.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const site = siteForFile(NOTHING_KEPT);

describe('the page of an item with children', () => {
  it('shows anchors as sections under their slugs, in menu order, and links to pages', async () => {
    const page = await pageAt(site(), '/en/newsroom');
    const sections = page.all('section').flatMap(({ attributes }) => (attributes.id ? [attributes.id] : []));
    expect(sections).toEqual(['press-room', 'field-letters']);
    expect(linksIn(page.main)).toContainEqual(['/en/newsroom/insights', 'More: Insights']);
  });

  it('gives each section an id that its links lead to, whatever its code is written with', async () => {
    const codes = ['Q&A', 'Ver. 3.1', 'QA', '公司简介', '!!!', '关于 Us'];
    const children = codes.map((code, index) => ({ id: index + 2, parentId: 1, code, haveDetail: false }));
    site().fake.override(PATHS.menu, data([{ id: 1, code: 'Top', haveDetail: true }, ...children]));
    const page = await pageAt(site(), '/top');
    const ids = page.all('section').flatMap(({ attributes }) => (attributes.id ? [attributes.id] : []));
    expect(ids).toEqual(['qa', 'ver-31', 'qa-4', '5', '6', 'us']);
    const links = page.menu ? linksIn(page.menu).map(([href]) => href) : [];
    expect(links.filter((href) => href.includes('go='))).toEqual(
      codes.map((code, index) => `/top?go=${encodeURIComponent(code)}#${ids[index]}`),
    );
    for (const [index, id] of ids.entries()) {
      const { status, headers } = await site().raw(`/top/${id}`);
      expect([status, headers.location]).toEqual([302, links.filter((href) => href.includes('go='))[index]]);
    }
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

const cardsIn = (page: ReadPage) =>
  page.all('ul', { class: 'list-grid cards' }).map((grid) => allIn(grid, 'h3').map(textOf));

describe('a child with a page of its own', () => {
  it('shows the three newest articles of a column and a link to all of them', async () => {
    const page = await pageAt(site(), '/en/newsroom');
    const all = (await pageAt(site(), '/en/newsroom/insights')).all('h2').map(textOf);
    expect(cardsIn(page)).toEqual([all.slice(0, 3)]);
    expect(linksIn(page.main)).toContainEqual(['/en/newsroom/insights', 'More: Insights']);
  });

  it('stays a card if its column is empty or it has common data', async () => {
    site().fake.override(
      PATHS.menu,
      data([
        { id: 1, code: 'Top', haveDetail: true },
        { id: 2, parentId: 1, code: 'Empty Shelf', name: 'Shelf', haveDetail: true },
        { id: 3, parentId: 1, code: 'Founders', name: 'Founders', haveDetail: true },
      ]),
    );
    expect(cardsIn(await pageAt(site(), '/en/top'))).toEqual([['Shelf', 'Founders']]);
  });

  it.each([
    ['every', '/assets/mark.png', 2],
    ['not every', undefined, 0],
  ])('if %s card of a grid has a picture, the grid shows as many', async (_which, picUrl, shown) => {
    site().fake.override(
      PATHS.menu,
      data([
        { id: 1, code: 'Top', haveDetail: true },
        { id: 2, parentId: 1, code: 'History', haveDetail: true, picUrl: '/assets/mark.png' },
        { id: 3, parentId: 1, code: 'Founders', haveDetail: true, picUrl },
      ]),
    );
    const page = await pageAt(site(), '/en/top');
    expect(allIn(page.one('ul', { class: 'list-grid cards' }), 'img')).toHaveLength(shown);
  });
});

describe('the contact page', () => {
  it('shows departments from its common data above the details of the group', async () => {
    site().fake.override(PATHS.menu, data([{ id: 1, code: 'Contact', haveDetail: true }]));
    site().fake.override(PATHS.common, ({ query }) =>
      query.get('componentCode') === 'Contact'
        ? data([{ id: 1, title: 'Press', remarkContent: '<p>Ye Wendi, <a href="tel:+861">ext. 804</a></p>' }])
        : undefined,
    );
    const page = await pageAt(site(), '/en/contact');
    const [departments] = page.all('ul', { class: 'list-grid departments' });
    expect(departments && textOf(departments)).toBe('PressYe Wendi, ext. 804');
    expect(page.mainText.indexOf('ext. 804')).toBeLessThan(page.mainText.indexOf('321100'));
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
