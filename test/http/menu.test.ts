import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAX_SEGMENTS } from '../../src/http/middleware/address.ts';
import { data, NOTHING_KEPT, PATHS, startFakeBackend } from '../support/fake-backend.ts';
import { linksIn, textOf } from '../support/html.ts';
import { type Site, startSite } from '../support/site.ts';
import { pageAt } from '../support/site-for-file.ts';

/** A menu with everything an editor can get wrong. */
const BROKEN = [
  { id: 1, code: 'Search', haveDetail: true },
  { id: 2, code: 'Healthz', haveDetail: true },
  { id: 3, code: '招聘 与 发展', name: '招聘', haveDetail: true },
  { id: 4, code: '!!!', name: 'Signs only', haveDetail: true },
  { id: 5, code: 'Twin Item', name: 'First twin', haveDetail: true },
  { id: 6, code: 'twin-item', name: 'Second twin', haveDetail: true },
  { id: 7, parentId: 999, code: 'Orphan', haveDetail: true },
  { id: 8, parentId: 9, code: 'Chicken', haveDetail: true },
  { id: 9, parentId: 8, code: 'Egg', haveDetail: true },
  { id: null, code: 'No Id', haveDetail: true },
  { id: 10, code: '', name: 'No code', haveDetail: true },
  { id: 11, code: ' Wide\u00a0\u3000 Code\t', haveDetail: true },
  { id: 12, code: "People's Café & Bar", name: 'Café', haveDetail: true },
  { id: 5, code: 'Id Twice', name: 'Id twice', haveDetail: true },
  { id: 13, code: 'Later', sort: 2, haveDetail: true },
  { id: 14, code: 'Sooner', sort: 1, haveDetail: true },
  'no record at all',
  null,
];

let site: Site;

beforeEach(async () => {
  const fake = await startFakeBackend();
  fake.override(PATHS.menu, () => data(BROKEN));
  site = await startSite(NOTHING_KEPT, { fake });
});

afterEach(async () => {
  await site.close();
  await site.fake.close();
});

const headings = async (address: string) => {
  const page = await pageAt(site, address);
  return [page.status, page.heading];
};

describe('an item whose haveDetail is', () => {
  it.each([
    ['true', true, 200],
    ['1', 1, 200],
    ['false', false, 302],
    ['0', 0, 302],
    ['null', null, 302],
    ['missing', undefined, 302],
  ])('%s stays in the menu', async (_said, haveDetail, status) => {
    site.fake.override(PATHS.menu, () =>
      data([
        { id: 1, code: 'Top', haveDetail: 1 },
        { id: 2, parentId: 1, code: 'Below', name: 'Below the top', haveDetail },
      ]),
    );
    const { status: answered, headers } = await site.raw('/top/below');
    expect(answered).toBe(status);
    expect(headers.location).toBe(status === 302 ? '/top?go=Below#below' : undefined);
    expect((await site.raw('/top')).text).toContain('Below the top');
  });
});

describe('a menu that editors broke', () => {
  it.each([
    ['/3', '招聘'],
    ['/4', 'Signs only'],
    ['/twin-item', 'First twin'],
    ['/twin-item-6', 'Second twin'],
    ['/orphan', 'Orphan'],
    ['/wide-code', 'Wide Code'],
    ['/peoples-caf-bar', 'Café'],
    ['/en/healthz', 'Healthz'],
  ])('%s is the page of %s', async (address, heading) => {
    expect(await headings(address)).toEqual([200, heading]);
  });

  it('a cycle is cut where it closes', async () => {
    const statuses = await Promise.all(
      ['/egg', '/egg/chicken', '/chicken', '/chicken/egg'].map((address) => site.raw(address)),
    );
    expect(statuses.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(2);
  });

  it('fixed addresses win', async () => {
    expect(await headings('/search')).toEqual([200, '搜索结果']);
    expect((await site.raw('/healthz')).headers['content-type']).toContain('json');
  });

  it('what has no id or no code is dropped, and of one id the first item stays', async () => {
    const { menu } = await pageAt(site, '/orphan');
    const names = menu ? linksIn(menu).map(([, text]) => text) : [];
    expect(names).toContain('First twin');
    for (const dropped of ['No Id', 'No code', 'Id twice']) expect(names).not.toContain(dropped);
  });

  it('items with `sort` come first, in its order; the others keep theirs', async () => {
    const { menu } = await pageAt(site, '/orphan');
    const names = menu ? linksIn(menu).map(([, text]) => text) : [];
    expect(names.slice(0, 4)).toEqual(['Sooner', 'Later', 'Search', 'Healthz']);
  });

  it('each fault is logged once, however often the menu is read', async () => {
    for (const address of ['/orphan', '/twin-item', '/4', '/orphan']) await site.raw(address);
    const faults = site
      .linesWith('"path":"/admin-api/ow/open/column/list"')
      .map(({ record, problem }) => `${record}: ${problem}`);
    expect(faults.length).toBeGreaterThan(0);
    expect(faults).toEqual([...new Set(faults)]);
    const clashes = faults.filter((fault) => fault.includes('address of the site'));
    expect(clashes.map((fault) => fault.split(':')[0]).sort()).toEqual(['1', '1', '2']);
    for (const record of ['3', '4', '6', '7', '10', '5', 'without id']) {
      expect(
        faults.some((fault) => fault.startsWith(`${record}:`)),
        `fault of ${record}`,
      ).toBe(true);
    }
    expect(faults.some((fault) => /^[89]: .*cycle/u.test(fault))).toBe(true);
  });

  it('an answer that changed is logged anew', async () => {
    await site.raw('/orphan');
    const before = site.linesWith('parent 999 is missing').length;
    site.fake.override(PATHS.menu, () => data([...BROKEN, { id: 99, code: 'New', haveDetail: true }]));
    await site.raw('/orphan');
    expect(site.linesWith('parent 999 is missing').length).toBe(before + 1);
  });
});

describe('an item on a fixed address', () => {
  it.each([
    [['Search'], ['/search', '/en/search']],
    [['En'], ['/en']],
    [['ZH'], ['/zh']],
    [['Metrics'], ['/metrics']],
    [['Readyz'], ['/readyz']],
    [['Assets', 'Any'], ['/assets/any']],
    [['Files', 'Any'], ['/files/any']],
    [['Media', 'Any'], ['/media/any']],
    [['Builds', 'Any'], ['/builds/any']],
    [
      ['Articles', 'Any'],
      ['/articles/any', '/en/articles/any'],
    ],
    [
      ['Captcha', 'Audio'],
      ['/captcha/audio', '/en/captcha/audio'],
    ],
    [['Captcha', 'Image'], ['/captcha/image']],
    [['Searches'], []],
    [['Files'], []],
    [['Articles'], []],
  ])('%j is said to clash at %j, once', async (codes, clashes) => {
    site.lines.length = 0;
    site.fake.override(
      PATHS.menu,
      data(codes.map((code, id) => ({ id: id + 1, parentId: id, code, haveDetail: true }))),
    );
    for (const address of ['/nothing', '/en/nothing', '/nothing']) await site.raw(address);
    const faults = site
      .linesWith('address of the site')
      .map(({ problem }) => /\/\S+/u.exec(`${problem}`)?.[0]);
    expect(faults.sort()).toEqual(clashes.sort());
  });

  it('stands in no sitemap', async () => {
    const { text } = await site.raw('/sitemap.xml');
    expect(text).toContain('<loc>https://www.group.example/orphan</loc>');
    expect(text).not.toMatch(/<loc>[^<]*\/(?:search|en\/search)<\/loc>/u);
    expect(text).not.toContain('<loc>https://www.group.example/healthz</loc>');
  });
});

describe('a menu of 2,000 items, 1,000 levels deep', () => {
  it('has pages as deep as an address may be, and is walked to its end', async () => {
    const deep = Array.from({ length: 1000 }, (_, id) => ({
      id: id + 1,
      parentId: id,
      code: `d${id + 1}`,
      haveDetail: true,
    }));
    const wide = Array.from({ length: 1000 }, (_, id) => ({
      id: `w${id}`,
      code: `Wide ${id}`,
      haveDetail: true,
    }));
    site.fake.override(PATHS.menu, data([...deep, ...wide]));
    const pathOf = (depth: number) => Array.from({ length: depth }, (_, id) => `/d${id + 1}`).join('');
    expect((await site.raw(pathOf(MAX_SEGMENTS))).status).toBe(200);
    expect((await site.raw(pathOf(MAX_SEGMENTS + 1))).status).toBe(404);
    expect((await site.raw('/wide-999')).status).toBe(200);
  });
});

describe('the descriptions of the header', () => {
  const described = (count: number, description: string) =>
    data([
      { id: 1, code: 'Top', haveDetail: true, description: 'On the top.' },
      ...Array.from({ length: count }, (_, index) => ({
        id: index + 2,
        parentId: 1,
        code: `Below ${index}`,
        haveDetail: true,
        description,
      })),
    ]);
  const shownBy = async (count: number, description: string) => {
    site.fake.override(PATHS.menu, described(count, description));
    const { menu } = await pageAt(site, '/en/nothing');
    return menu ? textOf(menu) : '';
  };

  it('stand beside the items of two levels, cut where they are long', async () => {
    const shown = await shownBy(
      2,
      `A first sentence that fills rather more than half of all that there is room for here. ${'word '.repeat(60)}`,
    );
    expect(shown).toContain('On the top.');
    expect(shown.match(/room for here\./gu)).toHaveLength(2);
    expect(shown).not.toContain('word');
  });

  it('are left out below the first level where the menu is long', async () => {
    expect(await shownBy(48, 'Not too many.')).toContain('Not too many.');
    const shown = await shownBy(49, 'Too many.');
    expect(shown).toContain('On the top.');
    expect(shown).not.toContain('Too many.');
  });
});
