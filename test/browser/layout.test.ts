import type { Locator } from 'playwright';
import { expect, it } from 'vitest';
import { menuRowClass } from '../../views/layout/menu-row.ts';
import { viewports, withPage } from '../support/browser.ts';
import { itEach } from '../support/matrix.ts';
import { sidewaysIn } from '../support/menu.ts';

const FORM = '/en/work-with-us/application';
const LEADERSHIP = '/about-us/leadership';

/** The lines of a text as they are shown. */
const linesOf = (element: Locator): Promise<string[]> =>
  element.evaluate((root) => {
    const lines: string[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    let top = Number.NEGATIVE_INFINITY;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (let at = 0; at < (node.nodeValue ?? '').length; at += 1) {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const box = range.getBoundingClientRect();
        if (box.top > top + box.height / 2) lines.push('');
        top = box.top;
        lines.push(`${lines.pop()}${node.nodeValue?.[at]}`);
      }
    }
    return lines;
  });

it('a phone lays out every part of a page before it is scrolled to', () =>
  withPage({ viewport: viewports.phone }, async (page, { demo }) => {
    await page.goto(`${demo}/en`);
    const parts = page.locator('.block > *, .features > *, .footer > *');
    expect(await parts.count()).toBeGreaterThan(10);
    expect(
      await parts.evaluateAll((all) =>
        all.every((part) => part.checkVisibility({ contentVisibilityAuto: true })),
      ),
    ).toBe(true);
  }));

const MENUS = [
  { width: 1024, count: 8 },
  { width: 1280, count: 8 },
  { width: 1280, count: 10 },
  { width: 1440, count: 12 },
];
const NAMES =
  'About Us,Our Business,News,Investor Relations,Sustainability,Careers,Industrial Parks,Contact Us,Governance,Partners,Insights,Work With Us'.split(
    ',',
  );

itEach(MENUS, ({ width, count }) => width === 1280 && count === 8)(
  '$count usual English items are one row at $width px',
  ({ width, count }) =>
    withPage({ viewport: { width, height: 800 } }, async (page, { demo }) => {
      await page.goto(`${demo}/en`);
      const names = NAMES.slice(0, count);
      const className = menuRowClass(names.map((text) => ({ href: '/', text, children: [] }))) ?? '';
      await page.evaluate(
        ([row, texts]) => {
          document.body.className = row;
          const items = texts.map((text) => {
            const link = Object.assign(document.createElement('a'), { href: '/', textContent: text });
            const item = document.createElement('li');
            item.append(link);
            return item;
          });
          document.querySelector('.menu-items > ul')?.replaceChildren(...items);
        },
        [className, names] as const,
      );
      const links = page.locator('.menu-items > ul > li > a');
      const tops = await links.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().top));
      expect(tops).toHaveLength(count);
      expect(new Set(tops).size).toBe(1);
      for (const link of await links.all()) expect(await linesOf(link)).toHaveLength(1);
      expect(await sidewaysIn(page.locator('.menu'))).toEqual([]);
    }),
);

const HINTS = [320, 360, 1024, 1440].map((width) => ({ width }));
itEach(HINTS, ({ width }) => width === 360 || width === 1440)(
  'the whole hint of a search box is shown at $width px',
  ({ width }) =>
    withPage({ viewport: { width, height: 800 } }, async (page, { demo }) => {
      await page.goto(`${demo}/en/search#_menu`);
      for (const input of await page.getByRole('searchbox').all()) {
        const room = await input.evaluate((box) => {
          const { placeholder } = box as HTMLInputElement;
          const { paddingLeft, paddingRight, fontFamily } = getComputedStyle(box);
          const { fontSize } = getComputedStyle(box, '::placeholder');
          const text = document.createElement('span');
          Object.assign(text.style, { fontFamily, fontSize, whiteSpace: 'nowrap', position: 'absolute' });
          text.textContent = placeholder;
          document.body.append(text);
          const padding = Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight);
          return box.clientWidth - padding - text.getBoundingClientRect().width;
        });
        expect(room).toBeGreaterThanOrEqual(0);
      }
    }),
);

it.each([viewports.phone, viewports.tablet, viewports.desk])(
  'the mail address of the footer is one line at $width px',
  (viewport) =>
    withPage({ viewport }, async (page, { demo }) => {
      await page.goto(`${demo}/en/search`);
      expect(await linesOf(page.locator('.footer a[href^="mailto:"]'))).toHaveLength(1);
    }),
);

it('no line of breadcrumbs begins with a slash', () =>
  withPage({ viewport: { width: 320, height: 700 } }, async (page, { demo }) => {
    await page.goto(`${demo}/en/news/group-news/1003`);
    const items = page.locator('.breadcrumbs li');
    const lines = await items.evaluateAll(
      (all) => new Set(all.map((item) => item.getBoundingClientRect().top)).size,
    );
    expect(lines).toBeGreaterThan(1);
    const separators = await items.evaluateAll((all) =>
      all.map((item) => [
        getComputedStyle(item, '::before').content,
        getComputedStyle(item, '::after').content,
      ]),
    );
    expect(separators.every(([before]) => before === 'none')).toBe(true);
    expect(separators.slice(0, -1).every(([, after]) => after?.includes('/'))).toBe(true);
  }));

it('a refused upload keeps its distance from the text below', () =>
  withPage({ viewport: viewports.phone }, async (page, { demo }) => {
    await page.goto(demo + FORM);
    await page.setInputFiles('#declareFile', {
      name: 'empty.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.alloc(0),
    });
    const refused = await page.locator('.upload[data-state="refused"]').boundingBox();
    const below = await page.locator('.privacy-sentence').boundingBox();
    expect((below?.y ?? 0) - (refused?.y ?? 0) - (refused?.height ?? 0)).toBeGreaterThanOrEqual(16);
  }));

it('the privacy sentence keeps its distance from the upload button', () =>
  withPage({ viewport: viewports.tablet, javaScriptEnabled: false }, async (page, { demo }) => {
    await page.goto(demo + FORM);
    const above = await page.locator('#_upload').boundingBox();
    const below = await page.locator('.privacy-sentence').boundingBox();
    expect((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)).toBeGreaterThanOrEqual(16);
  }));

it('a table of prose is a card a row on a phone, with the names of its columns', () =>
  withPage({ viewport: viewports.phone }, async (page, { demo }) => {
    await page.goto(demo + LEADERSHIP);
    const table = page.locator('.table-cards').first();
    expect(await sidewaysIn(table.locator('tbody'))).toEqual([]);
    const cell = table.locator('tbody td').last();
    expect(await cell.evaluate((element) => getComputedStyle(element, '::before').content)).toBe('"简历"');
    expect((await cell.boundingBox())?.width).toBeGreaterThan(300);
    await page.setViewportSize(viewports.desk);
    expect(await cell.evaluate((element) => getComputedStyle(element).display)).toBe('table-cell');
  }));

/** Words that a line of a title ends in. */
const cutWords = (lines: string[]): string[] => {
  const ends = new Set<number>();
  let length = 0;
  for (const line of lines) {
    length += line.length;
    ends.add(length);
  }
  return [...new Intl.Segmenter('zh', { granularity: 'word' }).segment(lines.join(''))]
    .filter(({ segment, index }) => [...segment].some((_, at) => at > 0 && ends.has(index + at)))
    .map(({ segment }) => segment);
};

itEach(
  ['/', '/about-us/leadership', '/news/group-news'].map((path) => ({ path })),
  ({ path }) => path === '/',
)('no title of $path is broken inside a Chinese word', ({ path }) =>
  withPage({ viewport: { width: 320, height: 700 } }, async (page, { demo }) => {
    await page.goto(demo + path);
    const titles = page.locator('h1, h2, h3');
    const lines = await Promise.all((await titles.all()).map(linesOf));
    expect(lines.filter((title) => title.length > 1).length).toBeGreaterThan(0);
    expect(lines.flatMap(cutWords)).toEqual([]);
    expect(await page.title()).not.toContain('wbr');
  }),
);
