import { beforeEach, describe, expect, it } from 'vitest';
import { data, NO_CONTENT_CACHE, PATHS } from '../support/fake-backend.ts';
import { allIn, linksIn, textOf } from '../support/html.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const site = siteForFile(NO_CONTENT_CACHE);

const MENU = [
  { id: 1, code: 'Terms', name: 'Terms of use', haveDetail: true, sort: 9 },
  { id: 2, code: 'News', name: 'News', haveDetail: true, sort: 2 },
  { id: 3, code: 'Privacy', name: 'Your data', haveDetail: false, sort: 8 },
  { id: 4, code: 'About', name: 'About', haveDetail: true, sort: 1 },
];

beforeEach(() => {
  site().fake.override(PATHS.menu, data(MENU));
  site().fake.override(PATHS.common, ({ query }) =>
    query.get('componentCode') === 'Privacy' ? data([{ id: 1, remarkContent: 'We keep it.' }]) : undefined,
  );
});

describe('a legal page at the root of the menu', () => {
  it('only the footer links legal pages in menu order', async () => {
    for (const address of ['/en', '/en/about', '/en/nowhere']) {
      const page = await pageAt(site(), address);
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

  it.each([
    ['/privacy', ['/terms']],
    ['/news', ['/about']],
  ])('the pager of %s does not mix legal pages with others', async (address, neighbours) => {
    const pagers = (await pageAt(site(), address)).all('nav', { class: 'pager' });
    const links = pagers.flatMap((pager) => allIn(pager, 'a'));
    expect(links.map(({ attributes }) => attributes.href)).toEqual(neighbours);
  });
});

it('a menu without legal pages does not create a list of them', async () => {
  site().fake.override(PATHS.menu, data([MENU[1]]));
  expect((await pageAt(site(), '/')).all('nav', { class: 'footer-links' })).toEqual([]);
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
