import { expect, it } from 'vitest';
import { cleanHtml } from './rich-text.ts';
import { joinParts } from './testing/options.ts';

const clean = (html: string): string => {
  const options = {
    mediaHref: String,
    linkHref: String,
    mediaText: String,
    imageText: '',
    tableLabel: 'Table',
  };
  return joinParts(cleanHtml(html, options).html, ({ alt }) => `<img alt="${alt}">`);
};
const tableOf = (...rows: string[]) => `<table>${rows.map((row) => `<tr>${row}</tr>`).join('')}</table>`;
const IMAGE = '<img src="/a.png" alt="产品图">';
const PROSE = 'Ran the mines of the north for twelve years.';

it('keeps a heading that is an image, and labels cells with it', () => {
  const html = clean(tableOf(`<th>Name</th><th>${IMAGE}</th>`, `<td>Li</td><td>${PROSE}</td>`));
  expect(html).toMatch(/<thead><tr><th>Name<\/th><th><img [^>]*alt="产品图"[^>]*><\/th><\/tr><\/thead>/u);
  expect(html).toContain(`<tbody><tr><td>Li</td><td data-label="产品图">${PROSE}</td></tr></tbody>`);
});

it('separates the lines of a heading in labels', () => {
  const html = clean(tableOf('<th>Name</th><th>Unit<br>price</th>', `<td>Li</td><td>${PROSE}</td>`));
  expect(html).toContain('data-label="Unit price"');
});

const SCROLLS = 'role="group" tabindex="0" aria-label="Table"';

it.each([
  ['two columns of short words', ['<td>产品名称与规格说明</td><td>a note</td>'], false],
  ['three columns', ['<td>a</td><td>b</td><td>c</td>'], true],
  ['columns that span others', ['<td>a</td><td colspan="2">b</td>'], true],
  ['a long word', ['<td>a</td><td>https://example.com/</td>'], true],
  ['a long text', [`<td>a</td><td>${'word '.repeat(50)}</td>`], true],
  ['an image', [`<td>a</td><td>${IMAGE}</td>`], true],
  ['preformatted text', ['<td>a</td><td><pre>b</pre></td>'], true],
])('lets visitors scroll a table with %s by keyboard if it may not fit: %s', (_what, rows, scrolls) => {
  expect(clean(tableOf(...rows)).includes(SCROLLS)).toBe(scrolls);
});

it('counts the columns of headings that span others', () => {
  const html = clean(
    tableOf('<th rowspan="2">a</th><th colspan="3">b</th>', '<td>1</td><td>2</td><td>3</td>'),
  );
  expect(html).toContain('class="table-scroll table-columns-4"');
});

it.each([
  ['<td>a<br>b</td>', '<p>a<br>b</p>'],
  ['<td lang="en"><p>a</p><p>b</p></td>', '<p lang="en">a</p><p lang="en">b</p>'],
  [`<td>${tableOf('<td>a</td>')}</td>`, '<p>a</p>'],
  ['<td>a</td></tr><tr><td><p>b</p></td>', '<p>a</p><p>b</p>'],
  ['<td>a</td></tr><tr><td>b</td>', expect.stringContaining('<table>')],
  ['<th>a</th>', expect.stringContaining('<table>')],
])('shows only the content of a table that arranges it: %s', (cell, expected) => {
  expect(clean(tableOf(cell))).toEqual(expected);
});

it('gives a table inside a cell no scrolling box of its own', () => {
  const inner = tableOf('<td>a</td><td>b</td><td>c</td>');
  const html = clean(tableOf(`<td>${inner}</td><td>${tableOf(`<td>${inner}</td>`)}</td>`));
  expect(html.match(/table-scroll/gu)).toHaveLength(1);
  expect(html.match(/<table>/gu)).toHaveLength(3);
});
