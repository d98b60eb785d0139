import { expect, it } from 'vitest';
import { data, NO_CONTENT_CACHE, PATHS } from '../support/fake-backend.ts';
import { HOME_ORDER } from '../support/fake-content.ts';
import { allIn, linksIn, textOf } from '../support/html.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const site = siteForFile(NO_CONTENT_CACHE);
const withBlocks = (list: object[]) =>
  site().fake.override(PATHS.homeComponents, data({ list, total: list.length }));

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

it('blocks without `sort` are last in the order of the backend', async () => {
  withBlocks(
    Object.entries({ c: null, d: undefined, b: 2, a: 1 }).map(([title, sort], id) => ({
      id,
      componentCode: 'contact',
      title,
      sort,
    })),
  );
  const headings = (await pageAt(site(), '/')).all('section').flatMap((section) => allIn(section, 'h2'));
  expect(headings.map(textOf).slice(0, 4)).toEqual(['a', 'b', 'c', 'd']);
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

it('a block with an unknown or missing column does not link to more', async () => {
  withBlocks([
    { id: 1, componentCode: 'event', title: 'E', columnCode: 'Nowhere' },
    { id: 2, componentCode: 'report', title: 'R' },
  ]);
  const page = await pageAt(site(), '/en');
  expect([page.status, page.all('a', { class: 'more' })]).toEqual([200, []]);
});
