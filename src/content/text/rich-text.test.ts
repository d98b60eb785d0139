import { expect, it } from 'vitest';
import type { RichTextOptions } from './media-links.ts';
import { cleanHtml } from './rich-text.ts';
import { joinParts } from './testing/options.ts';

const options: RichTextOptions = {
  mediaHref: (url) =>
    /^(?:https?:\/)?\//u.test(url) ? `/files/token${new URL(url, 'http://b').pathname}` : undefined,
  linkHref: (url) => url,
  mediaText: (kind, name) => `${kind}: ${name}`,
  imageText: '(picture)',
  tableLabel: 'Table',
};
const clean = (html: string, more: Partial<RichTextOptions> = {}): string =>
  joinParts(
    cleanHtml(html, { ...options, ...more }).html,
    ({ src, alt }) => `<img src="${src}" alt="${alt}">`,
  );
/** Cleans a text without blocks and removes the paragraph around it. */
const cleanInline = (html: string, more?: Partial<RichTextOptions>): string =>
  clean(html, more).replace(/^<p>((?:(?!<p>).)*)<\/p>$/su, '$1');

const TABLE = '<div class="table-scroll"><table>';
const END = '</table></div>';

it.each([
  '<p>One <strong>two</strong> <em>three</em><br>four</p><hr>',
  '<blockquote><p>said</p><footer>by</footer></blockquote><dl><dt>t</dt><dd>d</dd></dl>',
  '<p>H<sub>2</sub>O <sup>1</sup> <mark>m</mark> <s>s</s> <del>51%</del><ins>49%</ins> <code>c</code></p>',
  '<p lang="en" dir="rtl"><abbr title="Environment">E</abbr></p>',
])('keeps the rich text %s', (html) => {
  expect(clean(html)).toBe(html);
});

it.each([
  ['<p class="a" style="color:red" title="t" data-x="1" aria-label="l" role="alert">x</p>', '<p>x</p>'],
  ['<div hx-get="/x" data-hx-post="/y" hx-on:click="z()" data-hx-on:click="z()">x</div>', '<p>x</p>'],
  ['<p dir="sideways" lang="no language">x</p>', '<p>x</p>'],
  ['<unknown-tag a="b"><font color="red">x</font></unknown-tag>', '<p>x</p>'],
  ['<p>x<script>alert(1)</script></p><style>p{display:none}</style>', '<p>x</p>'],
  ['<p>1 < 2 & 3 > 2</p>', '<p>1 &lt; 2 &amp; 3 &gt; 2</p>'],
  ['<form action="https://evil.example"><input name="a"><button formaction="/x"></button></form>', ''],
  ['<object data="x.swf"></object><embed src="x.swf"><video src="x" onerror="alert(1)"></video>', ''],
])('cleans the rich text %s to %s', (html, expected) => {
  expect(clean(html)).toBe(expected);
});

const linkTo = (href: string) => cleanInline(`<a href="${href}">x</a>`);

it.each([
  ['http://example.com/?a=b', 'http://example.com/?a=b'],
  ['WWW.example.com/a?b', 'https://WWW.example.com/a?b'],
  ['//example.com/a', 'https://example.com/a'],
  ['HTTPS://EXAMPLE.com/A', 'https://EXAMPLE.com/A'],
  ['MAILTO:a@example.com', 'mailto:a@example.com'],
])('completes the URL of a link to %s: %s', (given, href) => {
  expect(linkTo(given)).toBe(`<a href="${href}">x</a>`);
});

it.each([
  ' JaVaScRiPt:alert(1)',
  '&#106;avascript&colon;alert(1)',
  'java\u0000script:alert(1)',
  '///evil.example',
])('removes the URL of a link to %j', (href) => {
  expect(linkTo(href)).toBe('x');
});

it('checks the result of linkHref for the trimmed URL of a link', () => {
  const linkHref = (url: string) => `/files/${url.length}`;
  expect(cleanInline('<a href="  /a.pdf ">x</a>', { linkHref })).toBe(`<a href="/files/6">x</a>`);
  expect(cleanInline('<a href="/a">x</a>', { linkHref: () => 'javascript:x' })).toBe('x');
});

const media = (href: string, text: string) => `<p><a class="media" href="${href}">${text}</a></p>`;

it.each([
  [
    '<video controls><source src="/a/film.mp4"><source src="/a.webm"></video>',
    media('/a/film.mp4', 'video: film.mp4'),
  ],
  [
    '<video src="/a.mp4" title="The &lt;bridge&gt;">no film</video>',
    media('/a.mp4', 'video: The &lt;bridge&gt;'),
  ],
  [
    '<video src="/a.mp4"><p>Inside</p></video>after',
    `${media('/a.mp4', 'video: a.mp4')}<p>Inside</p><p>after</p>`,
  ],
  [
    '<iframe id="f" src="/a" style="font-weight:bold">no frames</iframe>b',
    `${media('/a', 'frame: a')}<p><span id="f"></span>b</p>`,
  ],
  ['<oembed url="https://v.example/1"></oembed>', media('https://v.example/1', 'frame: v.example')],
  ['<x-player url="/a.mp4">b</x-player>', `${media('/a.mp4', 'video: a.mp4')}<p>b</p>`],
  ['<font><embed src="/a.mp4"></font>', media('/a.mp4', 'video: a.mp4')],
  ['<video src="/a%00b.mp4"></video>', media('/a%00b.mp4', 'video: ab.mp4')],
  ['<p><source src="/a.mp4"></p>', media('/a.mp4', 'video: a.mp4')],
  ['<p>b<iframe src="/a"></iframe></p>', `<p>b</p>${media('/a', 'frame: a')}`],
  [
    '<iframe src="about:blank" data-src="//v.example/1"></iframe>',
    media('https://v.example/1', 'frame: v.example'),
  ],
  [
    '<mp-common-videosnap data-url="https://v.example/1"></mp-common-videosnap>',
    media('https://v.example/1', 'video: v.example'),
  ],
  ['<video src="blob:https://a.example/1"><source src="/a.mp4"></video>', media('/a.mp4', 'video: a.mp4')],
  [
    '<mpvoice src="/cgi-bin/t" voice_encode_fileid="Mz=" name="Talk"></mpvoice>',
    media('https://res.wx.qq.com/voice/getvoice?mediaid=Mz%3D', 'audio: Talk'),
  ],
  ['<mpvoice src="/a.mp3" name="Talk"></mpvoice>', media('/a.mp3', 'audio: Talk')],
  ['<audio src="/a"></audio>', media('/a', 'audio: a')],
  ['<object data="/a.mp3?b"><embed src="/b"></object>', media('/a.mp3?b', 'audio: a.mp3')],
  [
    '<a href="/x"><b><iframe src="/a"></iframe></b></a>',
    `<p><b>${media('/a', 'frame: a').slice(3, -4)}</b></p>`,
  ],
])('replaces the video, audio or frame %s with a link', (html, expected) => {
  expect(clean(html)).toBe(expected);
});

it('keeps an anchor and its links', () => {
  const html = clean('<a name="_ftn1">A</a><a href="#_ftn1">x</a>');
  for (const attribute of ['id="_ftn1"', 'href="#_ftn1"']) expect(html).toContain(attribute);
});

it('removes an anchor that is repeated or contains spaces', () => {
  expect(clean('<p id="a">1</p><p id="a">2</p><p id="b c">3</p><a href="#z">x</a>')).toMatch(
    /^<p><span id="a"><\/span>1<\/p><p>2<\/p><p>3<\/p><p><a href="#z"/u,
  );
});

it.each([
  [['<input>', '<img> data:image/png;base64,AAAA'], '<img src="data:image/png;base64,AAAA"><input>'],
  [['<iframe> ', 'link javascript:x'], '<iframe srcdoc="x"></iframe><a href="javascript:x">y</a>'],
  [[`<img> data:${'A'.repeat(89)}`], `<img src="data:${'A'.repeat(500)}"><p class="x">y</p><font>z</font>`],
  [['hidden <p>'], '<p hidden>x</p><p hidden></p>'],
  [[], '<a href="/a">x</a><a href="page.html">y</a><video src="/a.mp4"></video><p>z</p>'],
])('reports the removal of %j from rich text', (removed, html) => {
  expect(cleanHtml(html, options).removed).toEqual(removed);
});

it('separates the words of a Chinese heading', () => {
  expect(clean('<h2>a<b>投资团队与可持续发展</b></h2>')).toBe(
    '<h2>a<b>投资<wbr>团队<wbr>与可持续<wbr>发展</b></h2>',
  );
});

it('wraps a table in a scrolling box and keeps its spans', () => {
  const row = '<tr><th scope="row" colspan="2">a</th><td rowspan="2">b</td></tr>';
  const box = '<div class="table-scroll" role="group" tabindex="0" aria-label="Table"><table>';
  expect(clean(`<table border="1">${row}</table>`)).toBe(`${box}<tbody>${row}</tbody>${END}`);
});

it.each([
  [4, 0, 15, ' table-columns-4'],
  [5, 0, 16, ' table-columns-5 table-long'],
])(
  'sets the classes of a table with %d headings, %d more cells and %d rows: "%s"',
  (headings, cells, rows, classes) => {
    const head = `<tr>${'<th>a</th>'.repeat(headings)}${'<td>b</td>'.repeat(cells)}</tr>`;
    const html = clean(`<table>${head}${'<tr><td>c</td></tr>'.repeat(rows - 1)}</table>`);
    expect(html).toContain(`<div class="table-scroll${classes}" role`);
  },
);

const HEAD = '<thead><tr><th scope="col">Name</th><th scope="col">"R&amp;D"</th></tr></thead>';
const PROSE = 'Ran the mines of the north for twelve years.';

it('labels the cells of a prose table with their column headings', () => {
  expect(clean(`<table>${HEAD}<tr><th scope="row">Li</th><td>${PROSE}</td></tr></table>`)).toBe(
    `${TABLE.replace('scroll"', 'scroll table-cards"')}${HEAD}<tbody><tr><th scope="row">Li</th><td data-label="&quot;R&amp;D&quot;">${PROSE}</td></tr></tbody>${END}`,
  );
});

it.each([
  ['figures', `${HEAD}<tr><td>2024</td><td>12.5</td></tr>`],
  ['no heading', `<tr><td>a</td><td>${PROSE}</td></tr>`],
])('does not show a table with %s as cards', (_name, rows) => {
  expect(clean(`<table>${rows}</table>`)).not.toMatch(/table-cards|data-label/u);
});

it.each([
  ['one\r\n\r\n  \r\ntwo\nR&D > plans\rend', '<p>one</p><p>two</p><p>R&amp;D &gt; plans</p><p>end</p>'],
  ['  \n ', ''],
])('splits the plain text %j into paragraphs', (text, expected) => {
  expect(clean(text)).toBe(expected);
});

it('shows a text with a pasted image of 4 MB', () => {
  const picture = `<img src="data:image/png;base64,${'A'.repeat(4_000_000)}">`;
  expect(clean(`<p>x${picture}</p>`)).toBe('<p>x(picture)</p>');
});

it.each([
  ['<section>第一段</section><section>第二段</section>', '<p>第一段</p><p>第二段</p>'],
  [
    '<strong><section>a</section><section>b</section></strong>',
    '<p><strong>a</strong></p><p><strong>b</strong></p>',
  ],
  ['<p><span style="display:block">a</span><span style="display: block">b</span></p>', '<p>a</p><p>b</p>'],
  ['<h2><section>a</section><section>b</section></h2>', '<h2>a<br>b</h2>'],
  ['<section><p>a</p>b<ul><li>c</li></ul></section>', '<p>a</p><p>b</p><ul><li>c</li></ul>'],
  ['<details><summary>a</summary>b</details>', '<details open=""><summary>a</summary><p>b</p></details>'],
  ['<div id="a"><p id="b">b</p></div>', '<p><span id="a"></span><span id="b"></span>b</p>'],
  [
    '<div lang="en">a<p lang="zh">b<span lang="ja">c</span></p></div>',
    '<p lang="en">a</p><p lang="zh">b<span lang="ja">c</span></p>',
  ],
  [
    '<p><a name="t"></a><span style="mso-list:Ignore">l<span>&nbsp; </span></span>a</p>',
    '<p><span id="t"></span>• a</p>',
  ],
  [
    '<p><span style="mso-list:Ignore;font-family:Wingdings">§<span>&nbsp; </span></span>a</p><p><span style="mso-list:Ignore">1.<span>&nbsp; </span></span>b</p>',
    '<p>▪ a</p><p>1. b</p>',
  ],
  ['<ul><li>a<section><li>b</section></ul>', '<ul><li>a<p>b</p></li></ul>'],
  ['<blockquote>a<div><br></div>b</blockquote>', '<blockquote>a<br>b</blockquote>'],
  ['<h2>a<hr>b</h2>', '<h2>a<br>b</h2>'],
  ['投<!-- -->资\n<!-- -->集团<a name="t"></a>', '<p>投资集团</p><span id="t"></span>'],
  ['<p style="display:none;display:block">x</p>', '<p>x</p>'],
  // WeChat hides the whole text until its script runs.
  [
    '<p id="js_content" style="visibility: hidden; opacity: 0">x</p>',
    '<p><span id="js_content"></span>x</p>',
  ],
  ...'article center address header main aside nav fieldset legend form hgroup search'
    .split(' ')
    .map((tag): [string, string] => [`a<${tag}>b</${tag}>`, '<p>a</p><p>b</p>']),
  ...['flex', 'grid', 'table', 'list-item'].map((display): [string, string] => [
    `a<unknown style="display:${display}">b</unknown>`,
    '<p>a</p><p>b</p>',
  ]),
  ['a<dialog open>b</dialog>', '<p>a</p><p>b</p>'],
  ['<b style="display:block">a</b>b', '<p><b>a</b></p><p>b</p>'],
  ['<pre>a\n b投\n资</pre>', '<pre>a\n b投\n资</pre>'],
  ['<li>a</li><menu><li></li></menu>', '<p>a</p><ul><li></li></ul>'],
  [
    '<table><tr><td></td><td>b</td></tr></table>',
    `${TABLE}<tbody><tr><td></td><td>b</td></tr></tbody>${END}`,
  ],
  ['a<unknown style="display:table-cell">b</unknown>', '<p>ab</p>'],
  ['<ruby>漢<rp>(</rp><rt>hàn</rt></ruby>', '<p><ruby>漢<rp>(</rp><rt>hàn</rt></ruby></p>'],
  ['<p>&nbsp;</p><section><br></section><p>a</p>', '<p>a</p>'],
  [
    'a<div><br></div>b<strong>c<p></p>d</strong>',
    '<p>a</p><p>b<strong>c</strong></p><p><strong>d</strong></p>',
  ],
  ['<p>投资\n  集团 and\nmore</p>', '<p>投资集团 and\nmore</p>'],
])('keeps the blocks of %s: %s', (html, expected) => {
  expect(clean(html)).toBe(expected);
});

it.each([
  ['10<span style="vertical-align: super">6</span>', '10<sup>6</sup>'],
  ['CO<font style="vertical-align:sub !important">2</font>', 'CO<sub>2</sub>'],
  ['10<span style="position:relative;top:-4.0pt;mso-text-raise:4.0pt">6</span>', '10<sup>6</sup>'],
  ['H<span style="position:relative;top:3pt">2</span>O', 'H<sub>2</sub>O'],
  ['10<span style="vertical-align:30%;font-size:60%">6</span>', '10<sup>6</sup>'],
  ['CO<span style="vertical-align:-3px">2</span>', 'CO<sub>2</sub>'],
  ['1<span style="position:relative;top:-1px">st</span>', '1st'],
  ['<span style="position:relative;top:-9px;display:inline-block">a</span>', 'a'],
  ['10<sup style="vertical-align:baseline">6</sup>', '10<sup>6</sup>'],
  ['<constructor>x</constructor>', 'x'],
  ['<span style="TEXT-DECORATION: LINE-THROUGH">51%</span>49%', '<s>51%</s>49%'],
  ['<b style="font-weight:normal">a<span style="font-weight:700">b</span></b>', 'a<strong>b</strong>'],
  ['<b>a<u style="font-weight:400">b</u></b>', '<b>a<u><span class="not-strong">b</span></u></b>'],
  [
    '<b>a<i style="font-weight:400">b<u style="font-weight:700">c</u></i></b>',
    '<b>a<i><span class="not-strong">b<u><strong>c</strong></u></span></i></b>',
  ],
  [
    '<i style="font-weight:bold">a</i><span style="font:italic 1em x">b</span>',
    '<i><strong>a</strong></i><em>b</em>',
  ],
  ['<span style="text-decoration:underline">a</span>', '<u>a</u>'],
  ['<h2 style="vertical-align:super"><span style="font:bold 1em x">a</span></h2>', '<h2>a</h2>'],
  ['<strike>51%</strike><font style="text-decoration-line:line-through">49%</font>', '<s>51%</s><s>49%</s>'],
  ['<del style="text-decoration:none">51%</del>49%', '<del>51%</del>49%'],
])('converts the style in %s to tags: %s', (html, expected) => {
  expect(cleanInline(html)).toBe(expected);
});

it.each([
  ['<ol style="list-style-type: lower-roman">', '<ol class="list-lower-roman">'],
  ['<ol type="A" start="3" reversed>', '<ol type="A" start="3" reversed="" class="list-A">'],
  ['<ol style="list-style-type:lower-greek">', '<ol class="list-lower-greek">'],
  ['<ul style="list-style: none inside">', '<ul class="list-none">'],
  ['<ul type="DISC">', '<ul class="list-disc">'],
])('keeps the list numbering of %s: %s', (list, expected) => {
  const [item, shownItem] = [
    '<li value="7" data-list="bullet">a</li>',
    '<li value="7" class="list-disc">a</li>',
  ];
  expect(clean(list + item)).toBe(`${expected}${shownItem}</${expected.slice(1, 3)}>`);
});

it.each([
  '<p hidden>x</p>',
  '<p style="display:none">x</p>',
  '<p style="display:block;display:none">x</p>',
  '<p style="visibility:hidden">x</p>',
  '<p style="mso-hide:all">x</p>',
  '<xml><o:p>x</o:p></xml>',
  '<dialog>x</dialog>',
  '<math hidden><mi>x</mi></math>',
  '<svg>x<path d="M0"></path></svg>',
  '<head><title>x</title><style>y</style></head>',
  '<template>x</template>',
])('removes the hidden content %s', (html) => {
  expect(clean(html)).toBe('');
});

it('replaces an image map with a list of its links', () => {
  const areas = '<area><area href="javascript:x"><area href="/a" alt="A"><area href="https://b.example/c">';
  expect(clean(`<map name="m">${areas}</map>`)).toBe(
    `<ul><li><a href="/a">A</a></li><li><a href="https://b.example/c">https://b.example/c</a></li></ul>`,
  );
});
