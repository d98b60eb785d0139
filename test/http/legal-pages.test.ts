import { beforeEach, describe, expect, it } from 'vitest';
import { data, NOTHING_KEPT, PATHS } from '../support/fake-backend.ts';
import { allIn, linksIn, textOf } from '../support/html.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const site = siteForFile(NOTHING_KEPT);

const MENU = [
  { id: 1, code: 'Terms', name: 'Terms of use', haveDetail: true, sort: 9 },
  { id: 2, code: 'News', name: 'News', haveDetail: true, sort: 2 },
  { id: 3, code: 'Privacy', name: 'Your data', haveDetail: false, sort: 8 },
  {
    id: 4,
    code: 'About',
    name: 'About',
    haveDetail: true,
    sort: 1,
    children: [{ id: 5, code: 'Legal Notice', name: 'Legal', haveDetail: true }],
  },
];

beforeEach(() => {
  site().fake.override(PATHS.menu, data(MENU));
  site().fake.override(PATHS.common, ({ query }) =>
    query.get('componentCode') === 'Privacy' ? data([{ id: 1, remarkContent: 'We keep it.' }]) : undefined,
  );
});

describe.each(['', '/en'])('at %s/…, a root that is a legal page', (prefix) => {
  const PRIVACY = `${prefix}/privacy`;
  const LEGAL = [
    [PRIVACY, 'Your data'],
    [`${prefix}/terms`, 'Terms of use'],
  ];

  it('stands in the footer in menu order, and not in the header', async () => {
    for (const address of [prefix || '/', `${prefix}/about`, `${prefix}/nowhere`]) {
      const page = await pageAt(site(), address);
      const [nav, ...more] = page.all('nav', { class: 'footer-links' });
      expect(more).toEqual([]);
      expect(nav && linksIn(nav)).toEqual(LEGAL);
      const menus = [page.menu, page.all('nav', { class: 'footer-menu' })[0]];
      for (const menu of menus) {
        const names = (menu ? linksIn(menu) : []).map(([, text]) => text);
        expect(names.filter((name) => ['Your data', 'Terms of use'].includes(name))).toEqual([]);
        expect(names).toContain('News');
      }
    }
  });

  it('is a page like others: its text, the way to it, and its equal in the other language', async () => {
    const page = await pageAt(site(), PRIVACY);
    expect([page.status, page.heading]).toEqual([200, 'Your data']);
    expect(page.mainText).toContain('We keep it.');
    const crumbs = page.all('nav', { class: 'breadcrumbs' })[0];
    expect(crumbs && textOf(crumbs)).toContain('Your data');
    const other = prefix ? '/privacy?lang=zh' : '/en/privacy?lang=en';
    expect(page.switchHref).toBe(other);
    expect((await site().raw('/sitemap.xml')).text).toContain(`${PRIVACY}</loc>`);
  });

  it('has legal pages for neighbours, and is none of the others’', async () => {
    const neighbours = async (address: string) =>
      (await pageAt(site(), address))
        .all('nav', { class: 'pager' })
        .flatMap((pager) => allIn(pager, 'a').map(({ attributes }) => attributes.href));
    expect(await neighbours(PRIVACY)).toEqual([`${prefix}/terms`]);
    expect(await neighbours(`${prefix}/news`)).toEqual([`${prefix}/about`]);
  });

  it('that is no root stays where it is', async () => {
    const { menu } = await pageAt(site(), `${prefix}/about/legal-notice`);
    expect(menu && linksIn(menu)).toContainEqual([`${prefix}/about/legal-notice`, 'Legal']);
  });
});

describe('the numbers that the law asks for', () => {
  const filings = async (policeRecord?: string) => {
    site().fake.override(PATHS.group, data({ name: 'G', icp: '浙ICP备1号', policeRecord }));
    const legal = (await pageAt(site(), '/en')).one('div', { class: 'footer-legal' });
    return { links: linksIn(legal), text: textOf(legal) };
  };

  it('lead to their registers', async () => {
    const { links } = await filings('浙公网安备33078102000001号');
    expect(links).toContainEqual(['https://beian.miit.gov.cn/', '浙ICP备1号']);
    expect(links).toContainEqual([
      'https://beian.mps.gov.cn/#/query/webSearch?code=33078102000001',
      '浙公网安备33078102000001号',
    ]);
  });

  it('stand without a link where there are no digits, and are left out where there is no number', async () => {
    const { links, text } = await filings('<b>公安备案办理中</b>');
    expect(text).toContain('<b>公安备案办理中</b>');
    expect(links.map(([href]) => href)).not.toContainEqual(expect.stringContaining('mps.gov.cn'));
    expect((await filings()).text).not.toContain('公安');
  });
});

it('a menu without legal pages has no list of them', async () => {
  site().fake.override(PATHS.menu, data([MENU[1]]));
  expect((await pageAt(site(), '/')).all('nav', { class: 'footer-links' })).toEqual([]);
});
