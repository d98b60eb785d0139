import { describe, expect, it } from 'vitest';
import { data, NOTHING_KEPT, PATHS } from '../support/fake-backend.ts';
import { HOME_ORDER } from '../support/fake-content.ts';
import { allIn, type Element, linksIn, textOf } from '../support/html.ts';
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
