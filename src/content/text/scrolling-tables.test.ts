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

it.each(['Unit<br>price', '<p>Unit</p><p>price</p>', 'Unit<p>price</p>'])(
  'separates the lines of a heading in labels: %s',
  (heading) => {
    const html = clean(tableOf(`<th>Name</th><th>${heading}</th>`, `<td>Li</td><td>${PROSE}</td>`));
    expect(html).toContain('data-label="Unit price"');
  },
);

const HEADINGS = '<th>Name</th><th>Years</th>';
const PROSE_ROW = `<td>Li</td><td>${PROSE}</td>`;

it.each([
  ['two rows of headings', tableOf(HEADINGS, `<th>of</th><th>${PROSE}</th>`, PROSE_ROW)],
  ['only headings', tableOf(HEADINGS, `<th>of</th><th>${PROSE}</th>`)],
  ['headings in each of two groups', tableOf(HEADINGS, `${PROSE_ROW}<tbody><tr>${HEADINGS}`, PROSE_ROW)],
])('does not show a table with %s as cards, which hide or separate them', (_what, html) => {
  expect(clean(html)).not.toContain('table-cards');
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

const repeatCells = (count: number, cell = '<td>1,340</td>') => cell.repeat(count);

it.each([
  ['12 short numbers', [repeatCells(12)], undefined],
  ['13 short numbers', [repeatCells(13)], 'paper-0'],
  ['22 short numbers', [repeatCells(22)], 'paper-3'],
  ['8 columns of sentences', [repeatCells(8, `<td>${PROSE}</td>`)], undefined],
  ['8 columns of long words', [repeatCells(8, `<td>${'x'.repeat(60)}</td>`)], 'paper-3'],
  [
    '7 columns of two short paragraphs',
    [repeatCells(7, '<td><p>1,340,128</p><p>(12.5%)</p></td>')],
    undefined,
  ],
  ['30 digits in paragraphs', [repeatCells(30, '<td><p>1</p></td>')], undefined],
  ['11 columns of wide letters', [repeatCells(11, '<td>WWWWW</td>')], 'paper-2'],
  ['a table of 13 short numbers', [`<td>a</td><td>${tableOf(repeatCells(13))}</td>`], 'paper-0'],
  ['a cell that spans 1,000 columns', ['<td colspan="1000">a</td>', repeatCells(2)], undefined],
])('chooses the size on paper of a table with %s', (_what, rows, size) => {
  expect(/paper-\d/u.exec(clean(tableOf(...rows)))?.[0]).toBe(size);
});

it('lets only long words break on paper', () => {
  const html = clean(tableOf(`<td>${'x'.repeat(17)}</td><td>${'x'.repeat(16)}</td>`));
  expect(html.match(/class="breaks"/gu)).toHaveLength(1);
});

it.each([
  ['a row', ['<th>A</th><th>B</th>', '<td>1</td><td>2</td>'], 1],
  ['two rows', ['<th rowspan="2">A</th><th colspan="2">B</th>', '<th>C</th><th>D</th>', repeatCells(3)], 2],
  ['no row that spans into others', ['<th rowspan="2">A</th><th>B</th>', '<td>1</td>'], 0],
  ['no row that spans to the end', ['<th rowspan="0">A</th><th>B</th>', '<td>1</td>'], 0],
  ['no row that has only a title', ['<th colspan="2">A</th>', repeatCells(2)], 0],
  ['no row of a table of headings', ['<th>A</th><th>B</th>', '<th>C</th><th>D</th>'], 0],
])('moves headings into a head, which paper repeats: %s', (_what, rows, count) => {
  const [, head = ''] = /<thead>(.*)<\/thead>/u.exec(clean(tableOf(...rows))) ?? [];
  expect(head.split('<tr>')).toHaveLength(count + 1);
});

it('scrolls a right-to-left table from the right', () => {
  const html = clean(tableOf('<td>a</td><td>b</td>').replace('<table', '<table dir="rtl"'));
  expect(html).toContain('<div class="table-scroll" dir="rtl">');
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
