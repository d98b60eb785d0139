import type { Html } from '../../../src/content/text/serialize.ts';
import { COMPOUND, cleaned, LONG_ADDRESS, type Words } from '../words.ts';

const row = (tag: 'th' | 'td', cells: string[]): string =>
  `<tr>${cells.map((cell) => (tag === 'th' ? `<th scope="col">${cell}</th>` : `<td>${cell}</td>`)).join('')}</tr>`;

const table = (caption: string, head: string[], rows: string[][]): string =>
  `<table>${caption && `<caption>${caption}</caption>`}<thead>${row('th', head)}</thead><tbody>${rows.map((cells) => row('td', cells)).join('')}</tbody></table>`;

const COLUMNS = 12;
const numbers = Array.from({ length: COLUMNS }, (_, index) => `${2019 + index}`);

const headings = ({ title, sentence }: Words): string =>
  [2, 3, 4, 5, 6].map((level) => `<h${level}>${title} (h${level})</h${level}><p>${sentence}</p>`).join('');

const inline = ({ sentence }: Words): string =>
  `<p>${sentence} <a href="/x">link</a> <strong>strong</strong> <b>b</b> <em>emphasis</em> <i>i</i> <u>u</u> <s>s</s> H<sub>2</sub>O m<sup>2</sup> <mark>mark</mark> <small>small</small> <cite>cite</cite> <q>q</q> <code>npm run build</code> <abbr title="Assets under management">AUM</abbr><br>${sentence}</p>`;

/** Returns text in both scripts and in a right-to-left script. */
const languagesIn = ({ language, sentence }: Words): string =>
  language === 'zh'
    ? `<p>${sentence}<span lang="en">Growth Fund closes its third round (“patient capital”)</span>，另见<a href="https://example.com/" lang="ja">日本語の報告書</a>。</p><blockquote lang="en"><p>Investors are entitled to know where we judged wrongly.</p><footer><cite>Gu Wenxi</cite></footer></blockquote>`
    : `<p>${sentence} <span lang="zh-CN">远山投资集团：“看得懂、管得住、退得出”。</span> See the <a href="https://example.com/" lang="ja">日本語の報告書</a>.</p><blockquote lang="zh-CN"><p>投资人有权知道我们在哪里判断错了。</p><footer><cite>顾文曦</cite></footer></blockquote><p dir="rtl" lang="ar">صندوق النمو يغلق جولته الثالثة</p>`;

const nested = ({ title, sentence }: Words): string =>
  `<ul><li>${title}<ul><li>${title}<ol><li>${sentence}</li><li>${sentence}</li></ol></li></ul></li><li>${title}</li></ul><ol start="9"><li>${sentence}</li><li><p>${sentence}</p><p>${sentence}</p></li></ol><dl><dt>${title}</dt><dd>${sentence}</dd><dt>${title}</dt><dd>${sentence}</dd></dl>`;

const figures = ({ sentence, title }: Words): string =>
  `<figure><img src="/files/gallery/scene.png" alt="${title}"><figcaption>${sentence}</figcaption></figure><p><img src="/files/gallery/upright.png" alt="${title}"></p><figure><img src="/files/gallery/missing.png" alt="${title}" width="1600" height="1000"><figcaption>${sentence}</figcaption></figure><p><img src="/files/gallery/small.png" alt="${title}"></p>`;

const inlineImages = ({ title, sentence }: Words): string => {
  const [icon, scene] = ['small.png', 'scene.png'].map(
    (name) => (size: string) => `<img src="/files/gallery/${name}" alt="${title}" ${size}>`,
  ) as [(size: string) => string, (size: string) => string];
  return `<p>${sentence} ${icon('width="16"')} ${sentence} ${icon('')}</p><p>${scene('width="200"')}<br>${scene('width="48%"')} ${scene('width="48%"')}</p><ul><li>${icon('')} ${sentence}</li><li>${scene('')} ${scene('')}</li></ul><table><tr><td>${scene('')}</td><td>${icon('')} ${sentence}</td></tr></table>`;
};

const tables = ({ title, sentence, menu }: Words): string =>
  [
    table(title, ['A', 'B'], [['1', '2']]),
    table(
      title,
      [title, ...numbers],
      menu.map((name) => [name, ...numbers.map((year) => `${year}.5`)]),
    ),
    table('', [title, title, title, title], [[sentence, '12', '1,340', sentence]]),
  ].join('');

/** Arabic with a number, a name in Latin letters, and a word that is wider than a column of a table. */
const ARABIC = 'صندوق النمو (Growth Fund) يغلق جولته الثالثة بقيمة 1.34 مليار يوان';
const WORD = 'والاستثماراتالمستدامةطويلةالأجل';

const rtlBlocks = `<h2>${ARABIC}</h2><p>${ARABIC} <a href="/x">${WORD}</a></p>
  <ul><li>${ARABIC}<ol><li>${ARABIC}</li><li>${WORD}<ul><li>${ARABIC}</li></ul></li></ol></li><li dir="ltr">Growth Fund</li></ul>
  <ol start="9"><li>${ARABIC}</li><li><p>${ARABIC}</p><p>${ARABIC}</p></li></ol>
  <dl><dt>${ARABIC}</dt><dd>${ARABIC}</dd></dl><blockquote><p>${ARABIC}</p><footer><cite>${WORD}</cite></footer></blockquote>
  <figure><img src="/files/gallery/small.png" alt="${WORD}"><figcaption>${ARABIC}</figcaption></figure>
  <pre>npm run build # ${ARABIC}</pre><details open><summary>${ARABIC}</summary><p>${ARABIC}</p></details>`;

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

/** Cells of wide tables by kind, each with a number that makes it unique. */
const CELLS: Record<string, (number: string, column: number, words: Words) => string> = {
  numbers: (number) => `1,340,${number}`,
  'long words': (number) => `Netzbetriebsgesellschaft${number}`,
  prose: (number, _column, { menu }) => `${number}${menu.join('')}`,
  others: (number, column) => {
    if (column % 3 === 1) return `<img src="/files/gallery/small.png" alt="" width="400">${number}`;
    return column === 2 ? `<table><tr><td>a${number}</td><td>b${number}</td></tr></table>` : number;
  },
};

const wideTable = (words: Words, kind: string, columns: number): string => {
  const cells = (line: number) =>
    range(columns).map((column) => CELLS[kind]?.(`${columns}.${line}.${column}`, column, words) ?? '');
  const total = `<tr><td colspan="${columns - 1}">${kind} ${columns}</td><td rowspan="2">1</td></tr>`;
  const last = `<tr><td colspan="${columns - 1}"><a href="${LONG_ADDRESS}">link</a></td></tr>`;
  const body = `${[1, 2].map((line) => row('td', cells(line))).join('')}${total}${last}`;
  return `<table>${row(
    'th',
    range(columns).map((column) => `${2018 + column}`),
  )}${body}</table>`;
};

const code = `<pre>curl -H 'Accept-Language: zh' \\\n  ${LONG_ADDRESS}</pre><pre><code>const fund = { name: 'Growth', size: 1_340_000_000, currency: 'RMB', investments: ['${COMPOUND}'] };</code></pre><hr>`;

const long = ({ unbroken, longTitle }: Words): string =>
  `<h2>${unbroken}</h2><p>${unbroken} <a href="/x">${LONG_ADDRESS}</a></p><ul><li>${COMPOUND}<ul><li>${COMPOUND}</li></ul></li></ul><blockquote><p>${COMPOUND}</p></blockquote><figure><img src="/files/gallery/scene.png" alt=""><figcaption>${unbroken}</figcaption></figure>${table(unbroken, [COMPOUND, 'B'], [[longTitle, COMPOUND]])}`;

/** Returns every element that editors may use. */
export const everyElement = (words: Words): Html =>
  cleaned(
    words,
    [inline, languagesIn, headings, nested, figures, inlineImages, tables]
      .map((part) => part(words))
      .join('') + code,
  );

const longTable = `<table>${row('th', ['Line', 'Amount'])}${range(60)
  .map((number) => row('td', [`line ${number}`, '1']))
  .join('')}</table>`;

/** Returns right-to-left text whose direction is set on a wrapper, on each block, and on items of a list. */
export const rightToLeft = (words: Words): Html => {
  const wide = table(ARABIC, [WORD, ...numbers], [[ARABIC, ...numbers]]);
  const narrow = table(ARABIC, [WORD, '2'], [[ARABIC, '12']]);
  const blocks = `<ul dir="rtl"><li>${ARABIC}</li></ul><blockquote dir="rtl"><p>${ARABIC}</p></blockquote>
    ${wide.replace('<table', '<table dir="rtl"')}<ul><li dir="rtl">${ARABIC}</li><li>Growth Fund</li></ul>
    <table><tr><th>A</th><th>B</th></tr><tr><td dir="rtl">${ARABIC}</td><td>Growth Fund</td></tr></table>
    <ul><li dir="auto">Growth Fund</li></ul><table><tr><td dir="auto">1</td><td>2</td></tr></table>`;
  return cleaned(words, `<div dir="rtl">${rtlBlocks}${wide}${narrow}</div>${blocks}`);
};

/** Rows that are wider than their number of columns or characters suggests. */
const WIDE_ROWS = [
  ['a', `<table>${row('td', Array<string>(10).fill('Investment'))}</table>`],
  Array<string>(11).fill('WWWWW'),
  Array<string>(5).fill('WWWMMMWWWMMM'),
];

/** Returns tables of 2 to 20 columns, single rows and a table of several pages between paragraphs. */
export const wideTables = (words: Words): Html => {
  const tables = Object.keys(CELLS).flatMap((kind) =>
    range(19).map((index) => wideTable(words, kind, index + 1)),
  );
  tables.push(...WIDE_ROWS.map((cells) => `<table>${row('td', cells)}</table>`), longTable);
  return cleaned(words, `<p>${words.sentence}</p>${tables.join('')}<p>${words.sentence}</p>`);
};

/** Returns elements that are too wide for narrow screens. */
export const longElements = (words: Words): Html => cleaned(words, long(words));
