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
    '<p>One <strong>two</strong> <em>three</em><br />four</p>',
    '<ul><li>a<ul><li>b</li></ul></li></ul>',
    '<ol start="3"><li>c</li></ol>',
    '<blockquote><p>said</p><footer>by</footer></blockquote>',
    '<dl><dt>t</dt><dd>d</dd></dl>',
    '<p>H<sub>2</sub>O <sup>1</sup> <mark>m</mark> <s>s</s> <del>51%</del><ins>49%</ins> <code>c</code></p>',
    '<p lang="en" dir="rtl">text</p>',
    '<p><abbr title="Environment">E</abbr></p>',
    '<hr />',
  ])('keeps %s', (html) => {
    expect(clean(html)).toBe(html);
  });

  it.each([
    ['<p class="a" style="color:red">x</p>', '<p>x</p>'],
    ['<p title="t" data-x="1" aria-label="l" role="alert" tabindex="0">x</p>', '<p>x</p>'],
    ['<p onclick="a()" ONMOUSEOVER="b()" onfocus=c() x>y</p>', '<p>y</p>'],
    [
      '<div hx-get="/x" hx-trigger="load" data-hx-post="/y" hx-on:click="z()" data-hx-on:click="z()">x</div>',
      '<div>x</div>',
    ],
    ['<p data-aos="fade" contenteditable autofocus>x</p>', '<p>x</p>'],
    ['<font color="red">x</font>', 'x'],
    ['<unknown-tag a="b">x</unknown-tag>', 'x'],
    ['<strike>x</strike>', '<s>x</s>'],
    ['<center><p>x</p></center>', '<p>x</p>'],
    ['<p>x<script>alert(1)</script></p>', '<p>x</p>'],
    ['<SCRIPT SRC=//evil.example></SCRIPT>x', 'x'],
    ['<style>p{display:none}</style><p>x</p>', '<p>x</p>'],
    ['<textarea>a</textarea><p>x</p>', '<p>x</p>'],
    ['<!-- <script>alert(1)</script> --><p>x</p>', '<p>x</p>'],
    ['<p>1 < 2 & 3 > 2</p>', '<p>1 &lt; 2 &amp; 3 &gt; 2</p>'],
  ])('cleans %s to %s', (html, expected) => {
    expect(clean(html)).toBe(expected);
  });

  it.each([
    '<iframe src="javascript:alert(1)"></iframe>',
    '<svg><g xlink:href="javascript:alert(1)"><circle r="9" /></g></svg>',
    '<math><maction actiontype="statusline" xlink:href="javascript:alert(1)"></maction></math>',
    '<form action="https://evil.example"><input name="a"><button formaction="/x"></button></form>',
    '<meta http-equiv="refresh" content="0;url=//evil.example">',
    '<base href="https://evil.example/">',
    '<link rel="stylesheet" href="//evil.example/x.css">',
    '<object data="x.swf"></object>',
    '<embed src="x.swf">',
    '<video src="x" onerror="alert(1)"></video><audio src="x"></audio>',
    '<template><img src="/a.png"></template>',
    '<dialog open></dialog><details open ontoggle="alert(1)"></details>',
    '<frameset onload="alert(1)"></frameset>',
  ])('leaves no active content of %s', (html) => {
    const left = clean(html).replace(/<img src="\/files\/[^<>]*>/gu, '');
    expect(left).toBe('');
  });
});

describe('links in rich text', () => {
  const REL = 'rel="noopener noreferrer"';

  it.each([
    'https://example.com/',
    'http://example.com/?a=b',
    'mailto:a@example.com',
    'tel:+8610',
    '/about',
    '#top',
    'page.html',
  ])('keeps the address of a link to %s and adds rel', (href) => {
    expect(clean(`<a href="${href}">x</a>`)).toBe(`<a href="${href}" ${REL}>x</a>`);
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    'java&#10;script:alert(1)',
    '&#106;avascript:alert(1)',
    '&#x6A&#x61&#x76&#x61script:alert(1)',
    '\u0001javascript:alert(1)',
    'java\u0000script:alert(1)',
    'javascript&colon;alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'blob:https://example.com/1',
    'ws://example.com',
    '///evil.example',
    '//\\evil.example',
  ])('removes the address of a link to %j', (href) => {
    expect(clean(`<a href="${href}">x</a>`)).toBe(`<a ${REL}>x</a>`);
  });

  it.each([
    ['www.example.com/a?b', 'https://www.example.com/a?b'],
    ['WWW.example.com', 'https://WWW.example.com'],
    ['//example.com/a', 'https://example.com/a'],
  ])('completes the address of a link to %s: %s', (given, href) => {
    expect(clean(`<a href="${given}">x</a>`)).toBe(`<a href="${href}" ${REL}>x</a>`);
  });

  it('removes target, download and rel of a link', () => {
    expect(clean('<a href="/a" target="_blank" rel="opener" download ping="//evil.example">x</a>')).toBe(
      `<a ${REL} href="/a">x</a>`,
    );
  });

  it('passes the trimmed address of a link to linkHref', () => {
    const linkHref = (url: string) => `/files/${url.length}`;
    expect(clean('<a href="  /a.pdf ">x</a>', { linkHref })).toBe(`<a href="/files/6" ${REL}>x</a>`);
  });

  it('removes the address of a link if linkHref returns a script', () => {
    expect(clean('<a href="/a">x</a>', { linkHref: () => 'javascript:alert(1)' })).toBe(`<a ${REL}>x</a>`);
  });
});

describe('films, sounds and frames', () => {
  const media = (href: string, text: string) =>
    `<a class="media" href="${href}" rel="noopener noreferrer">${text}</a>`;

  it.each([
    ['<video src="/a/film.mp4"></video>', media('/a/film.mp4', 'video: film.mp4')],
    [
      '<video controls><source src="/a.mp4" /><source src="/a.webm"></video>',
      media('/a.mp4', 'video: a.mp4'),
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
    ['<embed src="/a.mp4">', media('/a.mp4', 'video: a.mp4')],
    ['<object data="/a.mp3"><embed src="/a.mp3"></object>', media('/a.mp3', 'audio: a.mp3')],
    [
      '<p><video src="/a.mp4" />Words</p><p>after</p>',
      `<p>${media('/a.mp4', 'video: a.mp4')}</p><p>after</p>`,
    ],
    [
      '<video src="/a.mp4"><p>Inside</p></video>after',
      `${media('/a.mp4', 'video: a.mp4')}<p>Inside</p>after`,
    ],
    ['<iframe src="/a" /><p>after</p>', `${media('/a', 'frame: a')}<p>after</p>`],
  ])('replaces %s with a link', (html, expected) => {
    expect(clean(html)).toBe(expected);
  });
});

describe('anchors in a text', () => {
  it.each([
    ['<h2 id="a">A</h2><a href="#a">x</a>', 'text.a', '#text.a'],
    ['<a name="_ftn1">A</a><a href="#_ftn1">x</a>', 'text._ftn1', '#text._ftn1'],
    ['<p id="注1">A</p><a href="#%E6%B3%A81">x</a>', 'text.注1', '#text.%E6%B3%A81'],
    ['<p id="a&amp;b">A</p><a href="#a&amp;b">x</a>', 'text.a&amp;b', '#text.a&amp;b'],
  ])('prefixes the anchor in %s', (html, id, href) => {
    expect(clean(html)).toContain(` id="${id}"`);
    expect(clean(html)).toContain(` href="${href}"`);
  });

  it('removes an anchor that is repeated or has spaces', () => {
    expect(clean('<p id="a">1</p><p id="a">2</p><p id="b c">3</p>')).toBe(
      '<p id="text.a">1</p><p>2</p><p>3</p>',
    );
  });
});

describe('pictures in rich text', () => {
  const LAZY = 'loading="lazy" decoding="async" />';

  it.each([
    ['<img src="/a.png" alt="A">', `<img src="/files/token/a.png" alt="A" ${LAZY}`],
    ['<img src=" https://cdn.example/b.png ">', `<img src="/files/token/b.png" alt="" ${LAZY}`],
    [
      '<img src="/a.png" width="640" height="480" alt="">',
      `<img src="/files/token/a.png" alt="" width="640" height="480" ${LAZY}`,
    ],
    ['<img src="/a.png" width="100%" height="480">', `<img src="/files/token/a.png" alt="" ${LAZY}`],
    ['<img src="/a.png" width="640">', `<img src="/files/token/a.png" alt="" ${LAZY}`],
    ['<img src="/a.png" width="0" height="-1">', `<img src="/files/token/a.png" alt="" ${LAZY}`],
    [
      '<img src="/a.png" srcset="//evil.example 2x" onerror="a()" usemap="#m" class="c">',
      `<img src="/files/token/a.png" alt="" ${LAZY}`,
    ],
    [
      '<img src="/a.png" alt="&quot;&gt;&lt;script&gt;">',
      `<img src="/files/token/a.png" alt="&quot;&gt;&lt;script&gt;" ${LAZY}`,
    ],
  ])('passes the address of %s to assetHref', (html, expected) => {
    expect(clean(html)).toBe(expected);
  });

  it.each(['', 'src=""', 'src="javascript:alert(1)"', 'src="x" onerror="alert(1)"'])(
    'removes a picture with %j',
    (attributes) => {
      expect(clean(`<p>x<img ${attributes}></p>`)).toBe('<p>x</p>');
    },
  );

  it.each([
    ['data:image/png;base64,AAAA', 'A &amp; B', 'A &amp; B'],
    ['data:image/png;base64,AAAA', '', '(picture)'],
    ['x.png', 'A', 'A'],
  ])('replaces the picture %s with the text "%s" by %s if it cannot be shown', (src, alt, text) => {
    expect(clean(`<p>x <img src="${src}" alt="${alt}"> y</p>`)).toBe(`<p>x <span>${text}</span> y</p>`);
  });

  it('keeps the caption of a figure without its picture', () => {
    expect(clean('<figure class="f"><img src="/a.png" alt="A"><figcaption>C</figcaption></figure>')).toBe(
      `<figure><img src="/files/token/a.png" alt="A" ${LAZY}<figcaption>C</figcaption></figure>`,
    );
  });
});

it.each([
  [['<script>', '<style>'], '<script>x</script><style>y</style>'],
  [
    ['<img> data:image/png;base64,AAAA', '<form>', '<input>'],
    '<img src="data:image/png;base64,AAAA"><form><input></form>',
  ],
  [['<iframe> ', 'link javascript:x'], '<iframe srcdoc="x"></iframe><a href="javascript:x">y</a>'],
  [[`<img> data:${'A'.repeat(89)}`], `<img src="data:${'A'.repeat(500)}"><p class="x">y</p><font>z</font>`],
  [['the end of a text with too many tags'], '<b>'.repeat(20_001)],
  [[], '<a href="/a">x</a><a href="page.html">y</a><video src="/a.mp4"></video><p>z</p>'],
])('notes that a text loses %j', (removed, html) => {
  expect(collectRemovedMarkup(() => clean(html)).removed).toEqual(removed);
});

describe('headings in rich text', () => {
  it.each([
    ['<h1>a</h1><h2>b</h2>', 2, '<h2>a</h2><h3>b</h3>'],
    ['<h1>a</h1><h2>b</h2>', 3, '<h3>a</h3><h4>b</h4>'],
    ['<h2>a</h2><h3>b</h3>', 2, '<h2>a</h2><h3>b</h3>'],
    ['<h3>a</h3><h4>b</h4>', 2, '<h2>a</h2><h3>b</h3>'],
    ['<h6>a</h6>', 2, '<h2>a</h2>'],
    ['<H2>a</H2>', 3, '<h3>a</h3>'],
    ['<h1>a</h1><h5>b</h5><h6>c</h6>', 3, '<h3>a</h3><h4>b</h4><h5>c</h5>'],
    ['<h1>a</h1><h3>b</h3>', 2, '<h2>a</h2><h3>b</h3>'],
    ['<h2>a</h2><h3>b</h3><h4>c</h4>', 5, '<h5>a</h5><h6>b</h6><h6>c</h6>'],
    ['<h2>a</h2><h1>b</h1>', 2, '<h3>a</h3><h2>b</h2>'],
    ['<p>none</p>', 3, '<p>none</p>'],
  ])('changes the headings of %s under level %d to %s', (html, topHeading, expected) => {
    expect(headingsFrom(clean(html), topHeading)).toBe(expected);
  });
});

describe('tables in rich text', () => {
  it('puts a table into a scrolling box and keeps its spans', () => {
    expect(
      clean('<table border="1"><tr><th scope="row" colspan="2">a</th><td rowspan="2">b</td></tr></table>'),
    ).toBe(`${TABLE}<tr><th scope="row" colspan="2">a</th><td rowspan="2">b</td></tr>${END}`);
  });

  it('removes a table heading without text', () => {
    expect(clean('<table><tr><th scope="col" rowspan="2"> &nbsp; </th><th>b</th></tr></table>')).toBe(
      `${TABLE}<tr><td rowspan="2"></td><th>b</th></tr>${END}`,
    );
  });

  it.each([
    [3, 0, 1, ''],
    [4, 0, 15, ' table-columns-4'],
    [5, 0, 16, ' table-columns-5 table-long'],
    [7, 0, 1, ' table-columns-5'],
    [1, 5, 1, ''],
    [3, 0, 16, ' table-long'],
  ])(
    'gives a table with %d headings, %d more cells and %d rows the classes "%s"',
    (headings, cells, rows, classes) => {
      const head = `<tr>${'<th>a</th>'.repeat(headings)}${'<td>b</td>'.repeat(cells)}</tr>`;
      const html = clean(`<table>${head}${'<tr><td>c</td></tr>'.repeat(rows - 1)}</table>`);
      expect(html).toContain(`<div class="table-scroll${classes}" role`);
      expect(hasTables(html)).toBe(true);
    },
  );

  const HEAD = '<thead><tr><th scope="col">Name</th><th scope="col">"R&amp;D"</th></tr></thead>';
  const PROSE = 'Ran the mines of the north for twelve years.';

  it('names the columns in the cells of a table of prose, which a phone shows as cards', () => {
    expect(clean(`<table>${HEAD}<tr><th scope="row">Li</th><td>${PROSE}</td></tr></table>`)).toBe(
      `${TABLE.replace('scroll"', 'scroll table-cards"')}${HEAD}<tr><th scope="row">Li</th><td data-label="&quot;R&amp;D&quot;">${PROSE}</td></tr>${END}`,
    );
  });

  it.each([
    ['figures', `${HEAD}<tr><td>2024</td><td>12.5</td></tr>`],
    ['joined cells', `${HEAD}<tr><td colspan="2">${PROSE}</td></tr>`],
    ['no heading', `<tr><td>a</td><td>${PROSE}</td></tr>`],
    ['a short row', `${HEAD}<tr><td>${PROSE}</td></tr>`],
  ])('does not show a table with %s as cards', (_name, rows) => {
    expect(clean(`<table>${rows}</table>`)).not.toMatch(/table-cards|data-label/u);
  });

  it('finds no table in a text without one', () => {
    expect(hasTables(clean('<p>&lt;div class="table-scroll"&gt;</p>'))).toBe(false);
  });

  it('puts a nested table into its own box', () => {
    expect(clean('<table><tr><td><table><tr><td>x</td></tr></table></td></tr></table>')).toBe(
      `${TABLE}<tr><td>${TABLE}<tr><td>x</td></tr>${END}</td></tr>${END}`,
    );
  });

  it.each([
    '<table><tr><td>open',
    'x</table>y',
    '<table><table><td>a</table>',
    '<p>&lt;table&gt; <code>&lt;/table&gt;</code></p>',
    '<img src="/a.png" alt="<table></table>">',
    '<TABLE><TR><TD>a</TABLE>',
  ])('opens and closes the same number of boxes for %s', (html) => {
    const result = clean(html);
    expect(result.split('<div class="table-scroll"')).toHaveLength(result.split('<table>').length);
    expect(result.split(END)).toHaveLength(result.split('<table>').length);
  });
});

describe('paragraphs of plain text', () => {
  it.each([
    ['one line', '<p>one line</p>'],
    ['one\ntwo', '<p>one</p><p>two</p>'],
    ['one\r\n\r\n  \r\ntwo', '<p>one</p><p>two</p>'],
    ['R&D > plans', '<p>R&amp;D &gt; plans</p>'],
    ['', ''],
    ['  \n ', ''],
  ])('splits %j into paragraphs', (text, expected) => {
    expect(clean(text)).toBe(expected);
  });

  it('keeps the first 10,000 lines of a megabyte', () => {
    expect(clean('line\n'.repeat(200_000)).match(/<p>/gu)).toHaveLength(10_000);
  });
});
