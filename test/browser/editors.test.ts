import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findReason } from '../stress/editors/accepted.ts';
import { comparePages } from '../stress/editors/compare/compare-pages.ts';
import { openPages, type ShownPages } from '../stress/editors/shown-pages.ts';
import { type StoredDocument, storedEditors, storedFile } from '../stress/editors/stored.ts';
import { launchChromium } from '../support/tools.ts';

let pages: ShownPages;
const stack = new AsyncDisposableStack();

beforeAll(async () => {
  const browser = stack.use(await launchChromium());
  pages = stack.use(await openPages(browser));
});
afterAll(() => stack.disposeAsync());

const ICON = '<img src="ORIGIN/pictures/icon-16x16.png"';
const MATH = '<math><msup><mn>10</mn><mn>6</mn></msup></math>';

it.each([
  ['<p>a<br>b</p>', '<p>a b</p>', 'lines: “a” “b” → “a b”'],
  ['<p>a b</p>', '<p>ab</p>', 'lines: a b → ab in “a b”'],
  ['<p style="white-space:pre-wrap">a\nb</p>', '<p>a\nb</p>', 'lines: “a” “b” → “a b”'],
  ['<p>b</p>', '<p><span>a</span></p><p>b</p>', 'lines: none → “a”'],
  ['<p><span style="font-size:0">a</span>b</p>', '<p>ab</p>', 'lines: “b” → “ab”'],
  ['<p style="position:absolute;left:-999px">a</p><p>b</p>', '<p>a</p><p>b</p>', 'lines: none → “a”'],
  ['<ol><li>a</ol>', '<ul><li>a</ul>', 'marker: 1. → • in “a”'],
  ['<ol><li value="3">a</ol>', '<ol><li>a</ol>', 'marker: 3. → 1. in “a”'],
  ['<ul><li>a<ul><li>b</ul></ul>', '<ul><li>a<li>b</ul>', 'marker: level 2 → level 1 in “b”'],
  ['<p><input type="checkbox" checked>a</p>', '<p>☐ a</p>', 'lines: “☑ a” → “☐ a”'],
  ['<p>10<sup>6</sup></p>', '<p>106</p>', 'mark: “6” ^ → none in “106”'],
  ['<p>a <b style="font-weight:400">b</b></p>', '<p>a <b>b</b></p>', 'mark: “b” none → b in “a b”'],
  [`<p>${MATH}</p>`, '<p>106</p>', 'lines: “⟦10^6⟧” → “106”'],
  [
    `<p>a${ICON}>b</p>`,
    `<p>a</p>${ICON}><p>b</p>`,
    'lines: “a[icon-16x16.png]b” → “a” “[icon-16x16.png]” “b”',
  ],
  [
    `${ICON} width="9">`,
    `${ICON} width="90">`,
    'picture: 9 px → 90 px wide: icon-16x16.png in “[icon-16x16.png]”',
  ],
  ['<table><td>a<td>b</table>', '<table><td>a<td colspan="2">b</table>', 'table: td, td → td, td 2×1'],
  ['<p id="b">b</p><a href="#b">a</a>', '<p>b</p><a href="#b">a</a>', 'link: “a” #ba → #missing in “a”'],
  ['<h1>a</h1><h2>b</h2>', '<h2>a</h2><h2>b</h2>', 'heading: level 2 → level 2 in “b”'],
  ['<p dir="rtl">אב</p>', '<p>אב</p>', 'direction: rtl → none in “אב”'],
  ['<pre>  a</pre>', '<pre>a</pre>', 'code: indent 2 → indent 0 in “a”'],
  ['<blockquote>a</blockquote>', '<p>a</p>', 'quote: quote → none in “a”'],
])('finds the difference between %s and %s', async (expected, actual, difference) => {
  const look = { wrapper: [], styles: [] };
  const shown = [await pages.readOwn(expected, look), await pages.readOwn(actual, look)] as const;
  expect(comparePages(...shown).map(({ kind, text }) => `${kind}: ${text}`)).toEqual([difference]);
});

const documents = storedEditors().flatMap((editor) => {
  const stored: Record<string, StoredDocument> = JSON.parse(readFileSync(storedFile(editor), 'utf8'));
  return Object.entries(stored).map(([document, { html, expected }]) => ({
    editor,
    document,
    html,
    expected,
  }));
});

it.each(documents)(
  'shows $document of $editor as the editor does',
  async ({ editor, document, html, expected }) => {
    const differences = comparePages(expected, await pages.readOurs(html));
    expect(differences.filter((one) => findReason(editor, document, one) === undefined)).toEqual([]);
  },
);
