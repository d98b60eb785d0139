import { expect, it } from 'vitest';
import { data, NO_CONTENT_CACHE, PATHS } from '../support/fake-backend.ts';
import { GROUP_OPTIONAL, recordsOf, SECTION_PAGES, withRecords } from '../support/fake-content.ts';
import { metricIncreases } from '../support/metrics.ts';
import { backendKinds } from '../support/section-pages.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';
import { words } from '../support/words.ts';

const site = siteForFile({ ...NO_CONTENT_CACHE, API_TIMEOUT_MS: '5000' });
const WRONG = [undefined, null, '', '   ', {}, [], true] as const;
const TRACES = />undefined|>null|NaN|\[object|Invalid Date/u;

it.each(backendKinds)('an invalid field or record of %s does not affect the others', async (kind) => {
  const { fake } = site();
  const [good = {}] = recordsOf(fake.content.en, kind);
  const bad = Object.keys(good).flatMap((field) =>
    WRONG.map((value, at) => ({ ...good, id: `${field}-${at}`, [field]: value })),
  );
  const records = [null, 'text', 7, ...bad, good];
  fake.override(PATHS[kind], data(withRecords(fake.content.en, kind, records)));
  const { status, text } = await site().raw(`/en${SECTION_PAGES[kind]}`);
  expect(status).toBe(200);
  expect(text).toContain(good.title ?? good.name);
  expect(text).not.toMatch(TRACES);
});

it('omits only the invalid records of a list', async () => {
  const { fake } = site();
  const list = [{ id: 1, title: 'Good one' }, { id: 2, title: null }, { title: 'Bad one' }, null];
  for (const path of [PATHS.articles, PATHS.search]) fake.override(path, data({ list, total: 4 }));
  const blocks = [
    { id: 1, componentCode: 'event', title: 'Good one' },
    { id: 2, componentCode: null, title: 'Bad one' },
  ];
  fake.override(PATHS.homeComponents, data({ list: blocks, total: 2 }));
  const banners = [
    { id: 1, title: 'Good banner' },
    { id: 2, subtitle: 'Bad one' },
  ];
  const figures = [{ label: 'Good figure', value: 0 }, { label: 'Bad one' }];
  fake.override(PATHS.home, data({ title: 'Home', banners, figures }));
  const attachments = [{ name: 'Good one', url: '/assets/a.pdf' }, { name: 'Bad one' }, null];
  fake.override(PATHS.article, data({ id: 'x', title: 'T', content: 'C', attachments }));
  for (const [pageUrl, ...shown] of [
    ['/newsroom/insights', 'Good one'],
    ['/search?keyword=zzz', 'Good one'],
    ['/', 'Good one', 'Good banner', 'Good figure'],
    ['/articles/x', 'Good one'],
  ] as const) {
    const { status, text } = await site().raw(pageUrl);
    expect([pageUrl, status]).toEqual([pageUrl, 200]);
    for (const text_ of shown) expect(text).toContain(text_);
    expect([pageUrl, text.includes('Bad one')]).toEqual([pageUrl, false]);
  }
});

it('shows a record without its invalid date, logs it once and stays ready', async () => {
  const { fake } = site();
  fake.override(PATHS.honours, data([{ id: 71, title: 'Dated', awardTime: '21.11.2026' }]));
  for (const language of ['', '/en', '/en'])
    expect((await site().raw(`${language}${SECTION_PAGES.honours}`)).text).toContain('Dated');
  expect((await site().raw('/readyz')).status).toBe(200);
  const lines = site().lines.filter(({ record }) => record === '71');
  expect(lines).toMatchObject([
    { path: PATHS.honours, problem: 'awardTime: is not an ISO 8601 date or a number of milliseconds' },
  ]);
});

it.each(WRONG)('an optional field with the value %j hides only its part', async (wrong) => {
  const { fake } = site();
  const optional = (names: string) => Object.fromEntries(words(names).map((name) => [name, wrong]));
  const article = optional('summary picUrl publishTime columnCode author source attachments previous next');
  fake.override(PATHS.article, data({ id: 'x', title: 'Whole', content: 'Body', ...article }));
  fake.override(PATHS.group, data({ name: 'Whole', ...optional(GROUP_OPTIONAL.join(' ')) }));
  const report = { id: 1, title: 'Whole', fileUrl: '/assets/a.pdf' };
  fake.override(PATHS.reports, data([{ ...report, ...optional('year publishTime fileSize picUrl') }]));
  fake.override(PATHS.home, data({ title: 'Whole', ...optional('subtitle banners figures') }));
  const item = { id: 1, code: 'Annual Reports', haveDetail: true };
  fake.override(
    PATHS.menu,
    data([{ ...item, ...optional('parentId name children sort description picUrl') }]),
  );
  for (const pageUrl of ['/articles/x', '/', '/annual-reports']) {
    const { status, text } = await site().raw(pageUrl);
    expect([pageUrl, status, text.includes('Whole')]).toEqual([pageUrl, 200, true]);
    expect(text).not.toMatch(TRACES);
  }
});

it.each([
  ['article', '/articles/x', { id: 'x', title: null, content: 'C' }],
  ['home', '/', { subtitle: 'S' }],
  ['declare', '/apply', { componentCode: 'declare', enabled: null }],
  ['articles', '/newsroom/insights', { total: 0 }],
] as const)(
  '%s at %s without its required fields returns an error page: %j',
  async (name, pageUrl, answer) => {
    site().fake.override(PATHS[name], data(answer));
    const { status, headers } = await site().raw(pageUrl);
    expect([status, headers['cache-control']]).toEqual([500, 'no-store']);
  },
);

it('shows markup in the texts of an article as text', async () => {
  const text = '</title></script><img src=x onerror=alert(1)>&amp;';
  const texts = { title: text, summary: text, author: text };
  site().fake.override(PATHS.article, data({ id: 'x', content: 'C', ...texts }));
  const page = await pageAt(site(), '/articles/x');
  expect(page.text).not.toContain('<img src=x');
  // The title is also in the breadcrumbs.
  expect(page.mainText.split(text)).toHaveLength(5);
});

const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `t${index}`, title: `Record ${index}` }));

it.each([undefined, 'many', -3, 1])('counts a list whose total is %j by its records', async (total) => {
  const { fake } = site();
  const list = numbered(3);
  for (const path of [PATHS.articles, PATHS.search]) fake.override(path, data({ list, total }));
  fake.override(PATHS.homeComponents, data({ list: fake.content.zh.homeComponents.list, total }));
  const page = await pageAt(site(), '/newsroom/insights');
  expect(page.all('nav', { class: 'pagination' })).toEqual([]);
  for (const pageUrl of ['/newsroom/insights', '/', '/en/search?keyword=record', '/feed.xml'])
    expect((await site().raw(pageUrl)).text).toMatch(/Record(?:<\/mark>)? 2/u);
  expect((await pageAt(site(), '/en/search?keyword=record')).mainText).toContain('3 articles for “record”');
  expect((await site().raw('/sitemap.xml')).text).toContain('/t2<');
  expect((await site().raw('/newsroom/insights?page=2')).status).toBe(404);
});

it('an article with attachments but without text is a page', async () => {
  const attachments = [{ name: 'Figures', url: '/assets/a.pdf' }];
  for (const [files, status] of [
    [attachments, 200],
    [[], 500],
  ] as const) {
    site().fake.override(PATHS.article, data({ id: 'x', title: 'T', content: '', attachments: files }));
    expect((await site().raw('/articles/x')).status).toBe(status);
  }
});

const DEEP_TEXT = `${'<section>'.repeat(600)}<p>First line</p><p>Second line</p>`;

it('shows a text beyond the limits as plain lines, and logs and counts it', async () => {
  const { fake } = site();
  fake.override(PATHS.article, data({ id: 'deep', title: 'T', content: DEEP_TEXT }));
  fake.override(PATHS.common, data([{ id: 'deep', title: 'T', remarkContent: DEEP_TEXT }]));
  const counts = await metricIncreases(site(), 'plinth_content_limits_total', async () => {
    for (const pageUrl of ['/articles/deep', '/who-we-are/our-story']) {
      const { status, text } = await site().raw(pageUrl);
      expect([pageUrl, status]).toEqual([pageUrl, 200]);
      expect(text).toContain('<p>First line</p><p>Second line</p>');
    }
  });
  expect(counts).toEqual({
    '{path="/article/get",limit="text"}': 1,
    '{path="/common/code",limit="text"}': 1,
  });
  for (const path of [PATHS.article, PATHS.common])
    expect(site().linesWith('shown as plain lines')).toContainEqual(
      expect.objectContaining({ level: 40, path, record: 'deep' }),
    );
});

it('shows the first thousand records of a longer list, and logs the first one that is left out', async () => {
  const event = { title: 'Event', eventTime: '2026-01-01' };
  const list = Array.from({ length: 1200 }, (_, id) => ({ ...event, id: `e${id}`, title: `Event ${id}.` }));
  site().fake.override(PATHS.events, data(list));
  const page = await pageAt(site(), '/en/history');
  expect([page.status, page.text.includes('Event 999.'), page.text.includes('Event 1000.')]).toEqual([
    200,
    true,
    false,
  ]);
  expect(site().linesWith('left out like all records')).toMatchObject([
    { path: PATHS.events, record: 'e1000' },
  ]);
});
