import { expect, it } from 'vitest';
import { MAX_WORK } from './parse-html.ts';
import { cleanHtml, type RichText } from './rich-text.ts';
import { joinParts, OPTIONS } from './testing/options.ts';

const clean = (html: string): RichText => cleanHtml(html, OPTIONS);
const lengthOf = ({ html }: RichText): number =>
  joinParts(html, (image) => Object.values(image).join('')).length;

const WORD_CELL =
  '<td width="104" valign="top" style="width:77.95pt;border:solid windowtext 1.0pt;padding:0cm 5.4pt"><p class="MsoNormal" style="text-align:left"><span lang="EN-US" style="font-size:10.5pt;font-family:宋体">数据<o:p></o:p></span></p></td>';
const EXCEL_CELL =
  '<td class="xl65" align="right" width="72" style="width:54pt"><font color="red">1,234.5</font></td>';
const WECHAT_PARAGRAPH =
  '<p style="margin: 0px; padding: 0px; max-width: 100%; clear: both; min-height: 1em; box-sizing: border-box !important;"><span style="max-width: 100%; font-size: 15px; letter-spacing: 1px; box-sizing: border-box">集团今天在兰溪举行了投资者大会，会上发布了年度报告。</span></p>';
const table = (rows: number, row: string) => `<table>${`<tr>${row}</tr>`.repeat(rows)}</table>`;

it.each([
  ['a Word table of 350 rows and 7 cells', table(350, WORD_CELL.repeat(7))],
  ['an Excel table of 450 rows and 20 cells', table(450, EXCEL_CELL.repeat(20))],
  ['4,000 paragraphs of WeChat', WECHAT_PARAGRAPH.repeat(4000)],
  ['20,000 headings', '<h2>x</h2 >'.repeat(20_000)],
  ['130 nested sections', `${'<section>'.repeat(130)}<p>x</p>${'</section>'.repeat(130)}`],
  ['a language of 3,000 paragraphs', `<div lang="en">${'<p>one two three</p>'.repeat(3000)}</div>`],
  ['a direction of 400 KB', `<div dir="${'A'.repeat(400_000)}">${'<p>x</p>'.repeat(1000)}</div>`],
])('shows %s as rich text', (_name, html) => {
  const cleaned = clean(html);
  expect(cleaned.exceeded).toBeUndefined();
  expect(cleaned.work).toBeLessThanOrEqual(MAX_WORK);
  expect(lengthOf(cleaned)).toBeLessThan(Math.max(html.length, 100_000));
});

const EIGHT_MB = 8 * 1024 * 1024;
const fill = (piece: string, length = EIGHT_MB) => piece.repeat(Math.ceil(length / piece.length));
const nested = (tag: string, depth: number, inside: string) => `${`<${tag}>`.repeat(depth)}${inside}`;
const numbered = (count: number, build: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => build(at)).join('');

it.each([
  ['8 MB of <b>x', fill('<b>x')],
  ['8 MB of text', fill('x ')],
  ['8 MB of <', fill('x<')],
  ['a table of a million cells', table(1000, '<td>x'.repeat(1000))],
  ['100,000 nested sections', nested('section', 100_000, 'x')],
  ['118 summaries around 9,800 line breaks', nested('summary', 118, '<br>x'.repeat(9800))],
  ['120 details around 9,000 paragraphs', nested('details', 120, '<p>x'.repeat(9000))],
  ['100 lists around 9,000 line breaks', nested('ul><li', 100, 'x<br>'.repeat(9000))],
  ['300,000 shown line ends', `<p style="white-space:pre">${'\n'.repeat(300_000)}x`],
  [
    'a rule for each of 5,000 paragraphs',
    `<style>${'.a{font-weight:700}'.repeat(5000)}</style>${'<p class="a">x</p>'.repeat(5000)}`,
  ],
  [
    'long markers of 10,000 items',
    `<ol class="custom_cn"><style>li{list-style-type:"${'y'.repeat(20)}"}</style>${'<li>x'.repeat(10_000)}`,
  ],
  ['500,000 selectors', `<style>${'p,'.repeat(500_000)}p{font-weight:700}</style><p>x`],
  [
    'a selector of 40,000 classes',
    `<style>${'.z'.repeat(40_000)}{font-weight:700}</style>${'<p class="z">x'.repeat(100)}`,
  ],
  [
    '5,000 formulas',
    `${'<math><msup><mi>x</mi><mrow><mi>a</mi><mi>b</mi></mrow></msup></math>'.repeat(5000)}<p>x`,
  ],
  ['9,000 images', '<img src="/a.png">x'.repeat(9000)],
  [
    'many names of attributes in many languages',
    nested(
      'section lang=en',
      120,
      numbered(15_000, (at) => `<hr a${at} b${at} c${at}>x`),
    ),
  ],
  ['many attributes', `x<p ${numbered(500_000, (at) => `a${at} `)}>`],
  ['many waiting anchors', `${numbered(20_000, (at) => `<i id=a${at} style="mso-list:ignore"></i>`)}x`],
  ['copies of a title', `<a href="/a" title="${'y'.repeat(5000)}">${'<p>x</p>'.repeat(2000)}</a>`],
  [
    'a long link that is repeated in each paragraph',
    `<p><a href="/${'y'.repeat(200_000)}">${fill('<p>x', 9000)}`,
  ],
  [
    'tags that are repeated in each paragraph',
    `<p>${numbered(1500, (at) => `<b a=${at}>`)}${fill('<p>x', 9000)}`,
  ],
  ['a language of 35 characters', nested(`div lang="${'a'.repeat(35)}"`, 1, '<p>x'.repeat(9000))],
  [
    'long column headings',
    `<table><tr>${`<th>${'y'.repeat(80)}`.repeat(10)}${`<tr><td>${'y'.repeat(60)}${'<td>x'.repeat(9)}`.repeat(800)}`,
  ],
])('shows %s as plain lines', (_name, html) => {
  const cleaned = clean(html);
  expect(cleaned.exceeded).toMatch(/; shown as plain lines/u);
  expect(cleaned.text).toContain('x');
  expect(`${cleaned.html}`).toMatch(/^(?:<p>[^<]+<\/p>)+$/u);
  expect(lengthOf(cleaned)).toBeLessThan(5 * html.length);
});
