import { describe, expect, it } from 'vitest';
import { data, NOTHING_KEPT, PATHS } from '../support/fake-backend.ts';
import { GROUP_OPTIONAL, recordsOf, SECTION_PAGES, withRecords } from '../support/fake-content.ts';
import { backendKinds } from '../support/section-pages.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const site = siteForFile({ ...NOTHING_KEPT, API_TIMEOUT_MS: '5000' });

/** Lists of the contract, each with a page that shows it, and a good record in it. */
const LISTS = [
  ['honours', '/who-we-are', { id: 'g1', title: 'Good record' }, 'title'],
  ['events', '/history', { id: 'g1', title: 'Good record', eventTime: '2020-01-01' }, 'title'],
  ['events', '/history', { id: 'g1', title: 'Good record', eventTime: '2020-01-01' }, 'eventTime'],
  ['reports', '/annual-reports', { id: 'g1', title: 'Good record', fileUrl: '/assets/leaflet.pdf' }, 'title'],
  [
    'reports',
    '/annual-reports',
    { id: 'g1', title: 'Good record', fileUrl: '/assets/leaflet.pdf' },
    'fileUrl',
  ],
  ['directions', '/our-business', { id: 'g1', title: 'Good record' }, 'title'],
  ['common', '/history', { id: 'g1', remarkContent: 'Good record' }, 'id'],
] as const;

const EMPTY = [undefined, null, '', '   ', {}, [], true] as const;

describe('a record without a required field', () => {
  it.each(LISTS)('drops alone out of %s (%s)', async (name, address, good, field) => {
    const bad = EMPTY.map((value, index) => ({
      ...good,
      id: `b${index}`,
      title: `Bad ${index}`,
      remarkContent: `Bad ${index}`,
      [field]: value,
    }));
    site().fake.override(PATHS[name], data([null, 'text', 7, [], ...bad.slice(0, 3), good, ...bad.slice(3)]));
    const { status, text } = await site().raw(address);
    expect(status).toBe(200);
    expect(text).toContain('Good record');
    expect(text).not.toMatch(/Bad \d/u);
  });

  it('is logged once, as long as the answer stays the same', async () => {
    const bad = { id: 'once-1', title: '', eventTime: '2020-01-01' };
    site().fake.override(PATHS.events, data([bad]));
    for (const _ of [1, 2, 3]) await site().raw('/history');
    const lines = site().linesWith('once-1');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ level: 40, path: PATHS.events, record: 'once-1' });
    expect(lines[0]?.problem).toContain('title');
    site().fake.override(PATHS.events, data([bad, { id: 'new', title: 'New', eventTime: '2020-01-01' }]));
    await site().raw('/history');
    expect(site().linesWith('once-1')).toHaveLength(2);
  });

  it('drops alone out of articles, hits, products, blocks, banners, figures and attachments', async () => {
    const { fake } = site();
    const records = [{ id: 1, title: 'Good one' }, { id: 2, title: null }, { title: 'Bad one' }, null];
    fake.override(PATHS.articles, data({ list: records, total: 4 }));
    fake.override(PATHS.search, data({ list: records, total: 4 }));
    fake.override(
      PATHS.products,
      data({ list: [{ id: 1, name: 'Good one' }, { id: 2, name: '' }, 'Bad one'] }),
    );
    fake.override(
      PATHS.homeComponents,
      data({
        list: [
          { id: 1, componentCode: 'event', title: 'Good one' },
          { id: 2, componentCode: null, title: 'Bad one' },
        ],
        total: 2,
      }),
    );
    fake.override(
      PATHS.home,
      data({
        title: 'Home',
        banners: [
          { id: 1, title: 'Good banner' },
          { id: 2, subtitle: 'Bad one' },
        ],
        figures: [{ label: 'Good figure', value: 0 }, { label: 'Bad one' }],
      }),
    );
    fake.override(
      PATHS.article,
      data({
        id: 'x',
        title: 'T',
        content: 'C',
        attachments: [{ name: 'Good one', url: '/assets/a.pdf' }, { name: 'Bad one' }, null],
      }),
    );
    for (const address of [
      '/newsroom/insights',
      '/search?keyword=zzz',
      '/our-business/product-matrix',
      '/',
      '/articles/x',
    ]) {
      const { status, text } = await site().raw(address);
      expect([address, status]).toEqual([address, 200]);
      expect([address, text.includes('Good one')]).toEqual([address, true]);
      expect([address, text.includes('Bad one')]).toEqual([address, false]);
    }
    const home = await pageAt(site(), '/');
    expect(home.mainText).toContain('Good banner');
    expect(home.mainText).toContain('Good figure');
  });
});

describe('a record with a wrong value in a field', () => {
  it.each(backendKinds)('drops only the invalid field or record of %s', async (kind) => {
    const { fake } = site();
    const [good = {}] = recordsOf(fake.content.en, kind);
    const bad = Object.keys(good).flatMap((field) =>
      EMPTY.map((value, at) => ({ ...good, id: `${field}-${at}`, [field]: value })),
    );
    fake.override(PATHS[kind], data(withRecords(fake.content.en, kind, [...bad, good])));
    const { status, text } = await site().raw(`/en${SECTION_PAGES[kind]}`);
    expect(status).toBe(200);
    expect(text).toContain(good.title ?? good.name);
    expect(text).not.toMatch(/>undefined|>null|NaN|\[object|Invalid Date/u);
  });
});

describe('an optional field that is missing or of a wrong type hides its part and nothing else', () => {
  const WRONG = [undefined, null, '', {}, [], [1], true] as const;

  it.each(WRONG)('%j', async (wrong) => {
    const { fake } = site();
    const optional = (names: string[]) => Object.fromEntries(names.map((name) => [name, wrong]));
    fake.override(
      PATHS.article,
      data({
        id: 'x',
        title: 'Whole',
        content: 'Body',
        ...optional([
          'summary',
          'picUrl',
          'publishTime',
          'columnCode',
          'author',
          'source',
          'attachments',
          'previous',
          'next',
        ]),
      }),
    );
    fake.override(
      PATHS.group,
      data({
        name: 'Whole',
        ...optional(GROUP_OPTIONAL),
      }),
    );
    fake.override(
      PATHS.honours,
      data([{ id: 1, title: 'Whole', ...optional(['issuer', 'awardTime', 'picUrl']) }]),
    );
    fake.override(
      PATHS.reports,
      data([
        {
          id: 1,
          title: 'Whole',
          fileUrl: '/assets/a.pdf',
          ...optional(['year', 'publishTime', 'fileSize', 'picUrl']),
        },
      ]),
    );
    fake.override(PATHS.home, data({ title: 'Whole', ...optional(['subtitle', 'banners', 'figures']) }));
    fake.override(
      PATHS.menu,
      data([
        {
          id: 1,
          code: 'Annual Reports',
          haveDetail: true,
          ...optional(['parentId', 'name', 'children', 'sort', 'description', 'picUrl']),
        },
      ]),
    );
    for (const address of ['/articles/x', '/', '/annual-reports']) {
      const { status, text } = await site().raw(address);
      expect([address, status, text.includes('Whole')]).toEqual([address, 200, true]);
      expect([address, /undefined|null,|NaN|\[object|Invalid Date/u.exec(text)?.[0]]).toEqual([
        address,
        undefined,
      ]);
    }
  });

  it('times that are none show no time', async () => {
    for (const publishTime of ['soon', '2029-13-45', '0000', Number.MAX_SAFE_INTEGER, -1e20, '2029-02-30']) {
      site().fake.override(PATHS.article, data({ id: 'x', title: 'T', content: 'C', publishTime }));
      const page = await pageAt(site(), '/articles/x');
      expect([publishTime, page.status]).toEqual([publishTime, 200]);
      expect(page.text).not.toMatch(/Invalid|NaN/u);
    }
  });
});
