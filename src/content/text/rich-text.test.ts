import { describe, expect, it } from 'vitest';
import { collectRemovedMarkup } from './removed-markup.ts';
import { cleanHtml, headingsFrom, type RichTextOptions } from './rich-text.ts';
import { hasTables } from './scrolling-tables.ts';

const options: RichTextOptions = {
  assetHref: (url) =>
    /^(?:https?:\/)?\//u.test(url) ? `/files/token${new URL(url, 'http://b').pathname}` : undefined,
  linkHref: (url) => url,
  mediaText: (kind, name) => `${kind}: ${name}`,
  pictureText: '(picture)',
  tableLabel: 'Table',
};
const clean = (html: string, more: Partial<RichTextOptions> = {}) => cleanHtml(html, { ...options, ...more });

const TABLE = '<div class="table-scroll" role="group" tabindex="0" aria-label="Table"><table>';
const END = '</table></div>';

describe('elements and attributes', () => {
  it.each([
    '<p>One <strong>two</strong> <em>three</em><br />four</p><hr />',
    '<ul><li>a<ol start="3"><li>b</li></ol></li></ul>',
    '<blockquote><p>said</p><footer>by</footer></blockquote><dl><dt>t</dt><dd>d</dd></dl>',
    '<p>H<sub>2</sub>O <sup>1</sup> <mark>m</mark> <s>s</s> <del>51%</del><ins>49%</ins> <code>c</code></p>',
    '<p lang="en" dir="rtl"><abbr title="Environment">E</abbr></p>',
  ])('keeps %s', (html) => {
    expect(clean(html)).toBe(html);
  });

  it.each([
    ['<p class="a" style="color:red" title="t" data-x="1" aria-label="l" role="alert">x</p>', '<p>x</p>'],
    ['<p onclick="a()" ONMOUSEOVER="b()" onfocus=c() contenteditable x>y</p>', '<p>y</p>'],
    ['<div hx-get="/x" data-hx-post="/y" hx-on:click="z()" data-hx-on:click="z()">x</div>', '<div>x</div>'],
    ['<unknown-tag a="b"><font color="red">x</font></unknown-tag>', 'x'],
    ['<center><strike>x</strike></center>', '<s>x</s>'],
    ['<p>x<script>alert(1)</script></p><style>p{display:none}</style>', '<p>x</p>'],
    ['<SCRIPT SRC=//evil.example></SCRIPT><textarea>a</textarea>x', 'x'],
    ['<p>1 < 2 & 3 > 2</p>', '<p>1 &lt; 2 &amp; 3 &gt; 2</p>'],
    [`${'<b>'.repeat(50)}x`, `${'<b>'.repeat(40)}x${'</b>'.repeat(40)}`],
  ])('cleans %s to %s', (html, expected) => {
    expect(clean(html)).toBe(expected);
  });

  it.each([
    '<svg><g xlink:href="javascript:alert(1)"><circle r="9" /></g></svg>',
    '<form action="https://evil.example"><input name="a"><button formaction="/x"></button></form>',
    '<meta http-equiv="refresh" content="0;url=//evil.example"><base href="https://evil.example/">',
    '<link rel="stylesheet" href="//evil.example/x.css">',
    '<object data="x.swf"></object><embed src="x.swf"><video src="x" onerror="alert(1)"></video>',
    '<dialog open></dialog><details open ontoggle="alert(1)"></details><template></template>',
  ])('removes %s', (html) => {
    expect(clean(html)).toBe('');
  });
});

describe('links in rich text', () => {
  const REL = 'rel="noopener noreferrer"';
  const linkTo = (href: string) => clean(`<a href="${href}">x</a>`);

  it.each([
    ['http://example.com/?a=b', 'http://example.com/?a=b'],
    ['mailto:a@example.com', 'mailto:a@example.com'],
    ['tel:+8610', 'tel:+8610'],
    ['/about', '/about'],
    ['page.html', 'page.html'],
    ['WWW.example.com/a?b', 'https://WWW.example.com/a?b'],
    ['//example.com/a', 'https://example.com/a'],
  ])('completes a link to %s: %s', (given, href) => {
    expect(linkTo(given)).toBe(`<a href="${href}" ${REL}>x</a>`);
  });

  it.each([
    ' JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    'java&#10;script:alert(1)',
    '&#106;avascript&colon;alert(1)',
    '\u0001javascript:alert(1)',
    'java\u0000script:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'blob:https://example.com/1',
    '///evil.example',
    '//\\evil.example',
  ])('removes the address of a link to %j', (href) => {
    expect(linkTo(href)).toBe(`<a ${REL}>x</a>`);
  });

  it('removes target, download, ping and rel of a link', () => {
    expect(clean('<a href="/a" target="_blank" rel="opener" download ping="//evil.example">x</a>')).toBe(
      `<a ${REL} href="/a">x</a>`,
    );
  });

  it('passes the trimmed address of a link to linkHref, whose result is checked too', () => {
    const linkHref = (url: string) => `/files/${url.length}`;
    expect(clean('<a href="  /a.pdf ">x</a>', { linkHref })).toBe(`<a href="/files/6" ${REL}>x</a>`);
    expect(clean('<a href="/a">x</a>', { linkHref: () => 'javascript:x' })).toBe(`<a ${REL}>x</a>`);
  });
});

const media = (href: string, text: string) =>
  `<a class="media" href="${href}" rel="noopener noreferrer">${text}</a>`;

it.each([
  [
    '<video controls><source src="/a/film.mp4" /><source src="/a.webm"></video>',
    media('/a/film.mp4', 'video: film.mp4'),
  ],
  [
    '<video src="/a.mp4" title="The &lt;bridge&gt;">no film</video>',
    media('/a.mp4', 'video: The &lt;bridge&gt;'),
  ],
  [
    '<audio src="https://cdn.example/%E9%9F%B3.mp3?a=1&b=2">',
    media('https://cdn.example/%E9%9F%B3.mp3?a=1&amp;b=2', 'audio: 音.mp3'),
  ],
  [
    '<iframe src="//player.example/x?id=1"></iframe>',
    media('https://player.example/x?id=1', 'frame: player.example'),
  ],
  ['<object data="/a.mp3"><embed src="/a.mp3"></object>', media('/a.mp3', 'audio: a.mp3')],
  ['<video src="/a.mp4"><p>Inside</p></video>after', `${media('/a.mp4', 'video: a.mp4')}<p>Inside</p>after`],
  ['<iframe src="/a" /><p>after</p>', `${media('/a', 'frame: a')}<p>after</p>`],
])('replaces the film, sound or frame %s with a link', (html, expected) => {
  expect(clean(html)).toBe(expected);
});

it.each([
  ['<a name="_ftn1">A</a><a href="#_ftn1">x</a>', 'text._ftn1', '#text._ftn1'],
  ['<p id="注1">A</p><a href="#%E6%B3%A81">x</a>', 'text.注1', '#text.%E6%B3%A81'],
  ['<p id="a&amp;b">A</p><a href="#a&amp;b">x</a>', 'text.a&amp;b', '#text.a&amp;b'],
])('prefixes the anchor in %s', (html, id, href) => {
  expect(clean(html)).toContain(` id="${id}"`);
  expect(clean(html)).toContain(` href="${href}"`);
});

it('removes an anchor that is repeated or has spaces, and keeps a link to an anchor outside of the text', () => {
  expect(clean('<p id="a">1</p><p id="a">2</p><p id="b c">3</p><a href="#z">x</a>')).toMatch(
    /^<p id="text\.a">1<\/p><p>2<\/p><p>3<\/p><a href="#z"/u,
  );
});

describe('pictures in rich text', () => {
  const shown = (attributes: string) =>
    `<img src="/files/token/${attributes} loading="lazy" decoding="async" />`;

  it.each([
    ['src=" https://cdn.example/b.png "', shown('b.png" alt=""')],
    ['src="/a.png" alt="&quot;&gt;&lt;script&gt;"', shown('a.png" alt="&quot;&gt;&lt;script&gt;"')],
    ['src="/a.png" width="640" height="480" alt=""', shown('a.png" alt="" width="640" height="480"')],
    ['src="/a.png" width="100%" height="480"', shown('a.png" alt=""')],
    ['src="/a.png" width="0" height="-1"', shown('a.png" alt=""')],
    ['src="/a.png" srcset="//evil.example 2x" onerror="a()" usemap="#m"', shown('a.png" alt=""')],
    ['src="x" onerror="alert(1)"', ''],
    ['src="javascript:alert(1)"', ''],
    ['src="data:image/png;base64,AAAA" alt="A &amp; B"', '<span>A &amp; B</span>'],
    ['src="data:image/png;base64,AAAA"', '<span>(picture)</span>'],
    ['src="x.png" alt="A"', '<span>A</span>'],
  ])('shows the picture with %s as %s', (attributes, expected) => {
    expect(clean(`<p>x<img ${attributes}></p>`)).toBe(`<p>x${expected}</p>`);
  });
});

it.each([
  [['<script>', '<style>'], '<script>x</script><style>y</style>'],
  [['<img> data:image/png;base64,AAAA', '<form>'], '<img src="data:image/png;base64,AAAA"><form></form>'],
  [['<iframe> ', 'link javascript:x'], '<iframe srcdoc="x"></iframe><a href="javascript:x">y</a>'],
  [[`<img> data:${'A'.repeat(89)}`], `<img src="data:${'A'.repeat(500)}"><p class="x">y</p><font>z</font>`],
  [['the end of a text with too many tags'], '<b>'.repeat(20_001)],
  [[], '<a href="/a">x</a><a href="page.html">y</a><video src="/a.mp4"></video><p>z</p>'],
])('notes that a text loses %j', (removed, html) => {
  expect(collectRemovedMarkup(() => clean(html)).removed).toEqual(removed);
});

it.each([
  ['<h1>a</h1><h2>b</h2>', 2, '<h2>a</h2><h3>b</h3>'],
  ['<h3>a</h3><h4>b</h4>', 2, '<h2>a</h2><h3>b</h3>'],
  ['<H1>a</H1><h5>b</h5><h6>c</h6>', 3, '<h3>a</h3><h4>b</h4><h5>c</h5>'],
  ['<h2>a</h2><h3>b</h3><h4>c</h4>', 5, '<h5>a</h5><h6>b</h6><h6>c</h6>'],
  ['<h2>a</h2><h1>b</h1>', 2, '<h3>a</h3><h2>b</h2>'],
])('changes the headings of %s under level %d to %s', (html, topHeading, expected) => {
  expect(headingsFrom(clean(html), topHeading)).toBe(expected);
});

describe('tables in rich text', () => {
  it.each([
    [
      'keeps its spans',
      '<table border="1"><tr><th scope="row" colspan="2">a</th><td rowspan="2">b</td></tr></table>',
      `${TABLE}<tr><th scope="row" colspan="2">a</th><td rowspan="2">b</td></tr>${END}`,
    ],
    [
      'loses a heading without text',
      '<table><tr><th scope="col" rowspan="2"> &nbsp; </th><th>b</th></tr></table>',
      `${TABLE}<tr><td rowspan="2"></td><th>b</th></tr>${END}`,
    ],
    [
      'may contain another',
      '<table><tr><td><table><tr><td>x</td></tr></table></td></tr></table>',
      `${TABLE}<tr><td>${TABLE}<tr><td>x</td></tr>${END}</td></tr>${END}`,
    ],
  ])('a table %s in its scrolling box', (_what, html, expected) => {
    expect(clean(html)).toBe(expected);
    expect(hasTables(expected)).toBe(true);
    expect(hasTables(clean('<p>&lt;div class="table-scroll"&gt;</p>'))).toBe(false);
  });

  it.each([
    [3, 0, 15, ''],
    [4, 0, 15, ' table-columns-4'],
    [5, 0, 16, ' table-columns-5 table-long'],
    [1, 5, 1, ''],
  ])(
    'a table with %d headings, %d more cells and %d rows has the classes "%s"',
    (headings, cells, rows, classes) => {
      const head = `<tr>${'<th>a</th>'.repeat(headings)}${'<td>b</td>'.repeat(cells)}</tr>`;
      const html = clean(`<table>${head}${'<tr><td>c</td></tr>'.repeat(rows - 1)}</table>`);
      expect(html).toContain(`<div class="table-scroll${classes}" role`);
    },
  );

  const HEAD = '<thead><tr><th scope="col">Name</th><th scope="col">"R&amp;D"</th></tr></thead>';
  const PROSE = 'Ran the mines of the north for twelve years.';

  it('a table of prose names the columns in its cells, because a phone shows its rows as cards', () => {
    expect(clean(`<table>${HEAD}<tr><th scope="row">Li</th><td>${PROSE}</td></tr></table>`)).toBe(
      `${TABLE.replace('scroll"', 'scroll table-cards"')}${HEAD}<tr><th scope="row">Li</th><td data-label="&quot;R&amp;D&quot;">${PROSE}</td></tr>${END}`,
    );
  });

  it.each([
    ['figures', `${HEAD}<tr><td>2024</td><td>12.5</td></tr>`],
    ['joined cells', `${HEAD}<tr><td colspan="2">${PROSE}</td></tr>`],
    ['no heading', `<tr><td>a</td><td>${PROSE}</td></tr>`],
    ['a short row', `${HEAD}<tr><td>${PROSE}</td></tr>`],
  ])('a table with %s is not shown as cards', (_name, rows) => {
    expect(clean(`<table>${rows}</table>`)).not.toMatch(/table-cards|data-label/u);
  });

  it.each([
    '<TABLE><TR><td>open',
    'x</table>y',
    '<table><table><td>a</table>',
    '<img src="/a" alt="<table>">',
  ])('as many boxes are opened as closed for %s', (html) => {
    const result = clean(html);
    expect(result.split('<div class="table-scroll"')).toHaveLength(result.split('<table>').length);
    expect(result.split(END)).toHaveLength(result.split('<table>').length);
  });
});

it.each([
  ['one line', '<p>one line</p>'],
  ['one\r\n\r\n  \r\ntwo\nR&D > plans', '<p>one</p><p>two</p><p>R&amp;D &gt; plans</p>'],
  ['  \n ', ''],
])('splits the plain text %j into paragraphs', (text, expected) => {
  expect(clean(text)).toBe(expected);
});

it('keeps the first 10,000 lines of a megabyte of plain text', () => {
  expect(clean('line\n'.repeat(200_000)).match(/<p>/gu)).toHaveLength(10_000);
});
