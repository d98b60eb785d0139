import { beforeEach, describe, expect, it } from 'vitest';
import { data, NO_CONTENT_CACHE, PATHS } from '../support/fake-backend.ts';
import { HOME_ORDER, INTRO } from '../support/fake-content.ts';
import { allIn, type Element, linksIn, textOf } from '../support/html.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';
import { words } from '../support/words.ts';

const site = siteForFile(NO_CONTENT_CACHE);

it.each(words('/ /who-we-are /en/newsroom /en/newsroom/press-room/p1 /search?keyword=p /nothing /apply'))(
  '%s has unique ids, one main heading and all common parts',
  async (url) => {
    const page = await pageAt(site(), url);
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

const currentIn = (element?: Element): string[] =>
  (element ? allIn(element, 'a') : []).flatMap(({ attributes }) =>
    attributes['aria-current'] ? [`${attributes.href} ${attributes['aria-current']}`] : [],
  );

it.each([
  ['/who-we-are/our-story', ['/who-we-are true', '/who-we-are/our-story page']],
  ['/newsroom/insights/a%20b', ['/newsroom true', '/newsroom/insights true']],
  ['/newsroom/press-room/p2', ['/newsroom true', '/newsroom?go=Press%20Room#press-room true']],
])('the menu on %s marks %j as current', async (url, marked) => {
  expect(currentIn((await pageAt(site(), url)).menu)).toEqual(marked);
});

it.each([
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
])('the breadcrumbs of %s are %j and end with %s', async (url, links, current) => {
  const nav = (await pageAt(site(), url)).one('nav', { class: 'breadcrumbs' });
  expect(linksIn(nav)).toEqual(links);
  expect(allIn(nav, 'span', { 'aria-current': 'page' }).map(textOf)).toEqual([current]);
});

const LEGAL_MENU = [
  { id: 1, code: 'Terms', name: 'Terms of use', haveDetail: true, sort: 9 },
  { id: 2, code: 'News', name: 'News', haveDetail: true, sort: 2 },
  { id: 3, code: 'Privacy', name: 'Your data', haveDetail: false, sort: 8 },
  { id: 4, code: 'About', name: 'About', haveDetail: true, sort: 1 },
];

describe('a legal page at the root of the menu', () => {
  beforeEach(() => {
    site().fake.override(PATHS.menu, data(LEGAL_MENU));
    site().fake.override(PATHS.common, ({ query }) =>
      query.get('componentCode') === 'Privacy' ? data([{ id: 1, remarkContent: 'We keep it.' }]) : undefined,
    );
  });

  it('only the footer links legal pages in menu order', async () => {
    for (const url of ['/en/about', '/en/nowhere']) {
      const page = await pageAt(site(), url);
      expect(linksIn(page.one('nav', { class: 'footer-links' }))).toEqual([
        ['/en/privacy', 'Your data'],
        ['/en/terms', 'Terms of use'],
      ]);
      for (const menu of [page.menu, page.one('nav', { class: 'footer-menu' })]) {
        const names = (menu ? linksIn(menu) : []).map(([, text]) => text);
        expect(names).toContain('News');
        for (const name of ['Your data', 'Terms of use']) expect(names).not.toContain(name);
      }
    }
  });

  it('shows a legal page with text, breadcrumbs, language switch and sitemap entry', async () => {
    const page = await pageAt(site(), '/privacy');
    expect([page.status, page.heading, page.switchHref]).toEqual([200, 'Your data', '/en/privacy?lang=en']);
    expect(page.mainText).toContain('We keep it.');
    expect(textOf(page.one('nav', { class: 'breadcrumbs' }))).toContain('Your data');
    expect((await site().raw('/sitemap.xml')).text).toContain('/privacy</loc>');
  });
});

it('only filing numbers with digits link to their registers', async () => {
  const filings = async (policeRecord?: string) => {
    site().fake.override(PATHS.group, data({ name: 'G', icp: '浙ICP备1号', policeRecord }));
    return (await pageAt(site(), '/en')).one('div', { class: 'footer-legal' });
  };
  const links = linksIn(await filings('浙公网安备33078102000001号'));
  expect(links).toContainEqual(['https://beian.miit.gov.cn/', '浙ICP备1号']);
  const register = 'https://beian.mps.gov.cn/#/query/webSearch?code=33078102000001';
  expect(links).toContainEqual([register, '浙公网安备33078102000001号']);
  const pending = await filings('<b>公安备案办理中</b>');
  expect(textOf(pending)).toContain('<b>公安备案办理中</b>');
  expect(linksIn(pending).map(([href]) => href)).not.toContainEqual(expect.stringContaining('mps.gov.cn'));
  expect(textOf(await filings())).not.toContain('公安');
});

it('the home page shows every kind of block in the order of `sort`', async () => {
  const page = await pageAt(site(), '/en');
  const blocks = allIn(page.main, 'section').map(({ attributes }) => attributes.class);
  expect(blocks).toEqual(HOME_ORDER.map((kind) => `block block-${kind}`));
  expect(page.text).not.toContain('Not of this site');
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
  ])
    expect(page.mainText).toContain(words);
});

it('a banner links only to a known column', async () => {
  const page = await pageAt(site(), '/en');
  const links = new Map(linksIn(page.main).map(([href, text]) => [text, href]));
  expect(links.get('Bridge')).toBe('/en/newsroom?go=Press%20Room#press-room');
  for (const title of ['No column', 'Unknown column']) {
    expect(page.mainText).toContain(title);
    expect(links.has(title)).toBe(false);
  }
});

it.each([
  [true, 'Apply'],
  [false, 'View details'],
])(
  'while applications are accepted (%s), links of blocks to the form are named %s',
  async (enabled, name) => {
    site().fake.override(PATHS.declare, data({ componentCode: 'declare', enabled }));
    const blocks = [
      { componentCode: 'declare', columnCode: 'Apply' },
      { componentCode: 'contact', columnCode: 'Apply' },
      { componentCode: 'declare', columnCode: 'History' },
    ].map((block, id) => ({ ...block, id, title: `Block ${id}` }));
    site().fake.override(PATHS.homeComponents, data({ list: blocks, total: blocks.length }));
    const links = linksIn((await pageAt(site(), '/en')).main);
    expect(links.filter(([, text]) => text.includes('Block'))).toEqual([
      ['/en/apply', `${name}: Block 0`],
      ['/en/apply', `${name}: Block 1`],
      ['/en/history', 'More: Block 2'],
    ]);
  },
);

it('names a link to the form neutrally if the intake fails', async () => {
  site().fake.override(PATHS.declare, { status: 502 });
  const block = { id: 1, componentCode: 'contact', columnCode: 'Apply', title: 'Block' };
  site().fake.override(PATHS.homeComponents, data({ list: [block], total: 1 }));
  const page = await pageAt(site(), '/en');
  expect(page.status).toBe(200);
  expect(linksIn(page.main)).toContainEqual(['/en/apply', 'View details: Block']);
});

/** A menu with typical mistakes of editors. */
const BROKEN = [
  { id: 1, code: 'Search', haveDetail: true },
  { id: 2, code: 'Healthz', haveDetail: true },
  { id: 3, code: '招聘 与 发展', name: '招聘', haveDetail: true },
  { id: 5, code: 'Twin Item', haveDetail: true },
  { id: 6, code: 'twin-item', haveDetail: true },
  { id: 7, parentId: 999, code: 'Orphan', haveDetail: true },
  { id: 8, parentId: 9, code: 'Chicken', haveDetail: true },
  { id: 9, parentId: 8, code: 'Egg', haveDetail: true },
  { id: null, code: 'No Id', haveDetail: true },
  { id: 10, code: '', haveDetail: true },
  'no record at all',
];

it('logs each mistake of a menu once until the menu changes', async () => {
  const overrideMenu = (item: object) =>
    site().fake.override(PATHS.menu, ({ language }) =>
      language === 'zh' ? data([...BROKEN, { ...item, haveDetail: true }]) : undefined,
    );
  overrideMenu({ id: 98, code: 'First' });
  for (const url of ['/orphan', '/twin-item', '/orphan']) await site().raw(url);
  expect((await pageAt(site(), '/search')).heading).toBe('搜索结果');
  const mistakes = site()
    .linesWith('"path":"/admin-api/ow/open/column/list"')
    .map(({ record, problem }) => `${record}: ${problem}`);
  expect(mistakes).toEqual([...new Set(mistakes)]);
  for (const record of ['1', '2', '3', '6', '7', '10', 'without id'])
    expect(mistakes.map((mistake) => mistake.split(':')[0])).toContain(record);
  const orphans = () => site().linesWith('parent 999 is missing').length;
  const before = orphans();
  overrideMenu({ id: 99, code: 'New' });
  await site().raw('/orphan');
  expect(orphans()).toBe(before + 1);
});

const LINES = /class="[^"]*\blines"[^>]*>(?:<a\b[^>]*>|<address>)?one\ntwo</gu;

it('keeps the line breaks of descriptions, summaries and addresses', async () => {
  const lines = 'one\ntwo';
  const { fake } = site();
  const menu = ['News', 'Apply'].map((code, id) => ({ id, code, haveDetail: true, description: lines }));
  fake.override(PATHS.menu, data(menu));
  fake.override(PATHS.group, data({ name: 'G', address: lines, copyright: lines }));
  fake.override(PATHS.articles, data({ list: [{ id: 'x', title: 'T', summary: lines }], total: 1 }));
  fake.override(PATHS.declare, data({ componentCode: 'declare', enabled: false, description: lines }));
  for (const url of ['/news', '/apply']) {
    const { text } = await site().raw(url);
    expect(text.match(LINES)).toHaveLength(4);
    expect(text).toContain('.lines{white-space:pre-line}');
  }
});

it('keeps the line breaks of titles, subtitles and figures of the home page', async () => {
  const text = { title: 'one\ntwo', subtitle: 'one\ntwo' };
  const banners = [1, 2].map((id) => ({ ...text, id, columnCode: 'News' }));
  const figures = [{ label: 'one\ntwo', value: '1' }];
  site().fake.override(PATHS.home, data({ ...text, banners, figures }));
  site().fake.override(
    PATHS.homeComponents,
    data({ list: [{ id: 1, componentCode: 'contact', title: 'T', subtitle: 'one\ntwo' }] }),
  );
  expect((await site().raw('/en')).text.match(LINES)).toHaveLength(8);
});
