import { expect, it } from 'vitest';
import { cleanHtml, type RichText } from '../rich-text.ts';
import { joinParts, OPTIONS } from '../testing/options.ts';

const read = (html: string): RichText => cleanHtml(html, OPTIONS);
const clean = (html: string): string => joinParts(read(html).html);

const item = (mark: string) => `<ul><li class="list-none">${mark}</li></ul>`;

it.each([
  ['Quill 1', '<ul data-checked="true"><li>a</li></ul><ul data-checked="false"><li>b</li></ul>'],
  ['Quill 2', '<ul><li data-list="checked">a</li></ul><ul><li data-list="unchecked">b</li></ul>'],
  [
    'TinyMCE',
    '<ul class="tox-checklist"><li class="tox-checklist--checked">a</li></ul><ul class="tox-checklist"><li>b</li></ul>',
  ],
  [
    'Lexical',
    '<ul><li role="checkbox" aria-checked="true">a</li></ul><ul><li role="checkbox" aria-checked="false">b</li></ul>',
  ],
])('shows which items of a check list by %s are done', (_editor, html) => {
  expect(clean(html)).toBe(item('☑ a') + item('☐ b'));
});

it.each([
  [
    'tiptap',
    '<ul data-type="taskList"><li data-checked="true" data-type="taskItem"><label><input type="checkbox" checked="checked"><span></span></label><div><p>a</p></div></li></ul>',
    item('<p>☑ a</p>'),
  ],
  [
    'CKEditor',
    '<ul class="todo-list"><li><label class="todo-list__label"><input type="checkbox" disabled="disabled"><span>a</span></label></li></ul>',
    '<ul class="list-none"><li>☐ a</li></ul>',
  ],
  ['wangEditor', '<div data-w-e-type="todo"><input type="checkbox" disabled checked>a</div>', '<p>☑ a</p>'],
  ['Markdown', '<ul><li class="task-list-item"><input type="checkbox" disabled> a</li></ul>', item('☐  a')],
])('shows the check box of %s', (_editor, html, expected) => {
  expect(clean(html)).toBe(expected);
});

it('leaves the mark of an empty item in the item', () => {
  expect(clean('<ul><li data-list="checked"></li><li>a</li></ul>')).toBe(
    '<ul><li class="list-none">☑ </li><li>a</li></ul>',
  );
});

const [ALPHA, ROMAN] = ['<li class="list-lower-alpha">', '<li class="list-lower-roman">'];

it.each([
  [
    '<ol><li>1</li><li class="ql-indent-1">a</li><li class="ql-indent-1">b</li><li class="ql-indent-2">i</li><li>2</li></ol>',
    `<ol><li>1<ol>${ALPHA}a</li>${ALPHA}b<ol>${ROMAN}i</li></ol></li></ol></li><li>2</li></ol>`,
  ],
  [
    '<ul><li>1</li><li class="ql-indent-2">a</li><li class="ql-indent-1">b</li></ul>',
    '<ul><li>1<ul><li>a</li><li>b</li></ul></li></ul>',
  ],
  [
    '<ol><li data-list-item-id="a">1<ul><li data-list-item-id="b"><ol><li data-list-item-id="c">a</ol></ul></ol>',
    `<ol><li>1<ul><li class="list-none"><ol>${ALPHA}a</li></ol></li></ul></li></ol>`,
  ],
  [
    '<ol><li data-list-item-id="a">1<ol style="list-style-type:decimal"><li data-list-item-id="b">1</ol></ol>',
    '<ol><li>1<ol class="list-decimal"><li>1</li></ol></li></ol>',
  ],
  [
    '<ol><li>1</li><li class="ql-indent-2">i</li><li class="ql-indent-1">a</li></ol>',
    `<ol><li>1<ol>${ROMAN}i</li><li class="list-lower-alpha" value="1">a</li></ol></li></ol>`,
  ],
  ['<ol><li class="ql-indent-1">a</li><li>1</li></ol>', `<ol>${ALPHA}a</li><li value="1">1</li></ol>`],
  [
    '<ul><li>a</li><li><ul><li>b</li></ul></li></ul>',
    '<ul><li>a</li><li class="list-none"><ul><li>b</li></ul></li></ul>',
  ],
])('nests the list %s', (html, expected) => {
  expect(clean(html)).toBe(expected);
});

it.each([
  ['<ol class="custom_cn1"><li>a<li>b</ol>', ['（一）a', '（二）b']],
  [
    '<ol class="custom_cn list-paddingleft-1" start="10"><li>a<li>b<li value="20">c</ol>',
    ['十、a', '十一、b', '二十、c'],
  ],
  ['<ol class="custom_num1"><li>a<li>b</ol>', ['1) a', '2) b']],
  ['<ol class="custom_num2"><li><p>a</p></ol>', ['(1) a']],
  ['<ul class="custom_dash"><li>a</ul>', ['— a']],
  [`<ul style="list-style-type: '✓ '"><li>a</ul>`, ['✓ a']],
])('shows the markers of the list %s', (html, lines) => {
  expect(read(html).text.split('\n')).toEqual(lines);
  expect(clean(html)).toMatch(/<li(?: value="20")? class="list-none">/u);
});

const KATEX =
  '<span class="katex"><span class="katex-mathml"><math><semantics><mrow><msup><mn>10</mn><mn>6</mn></msup></mrow><annotation encoding="application/x-tex">10^6</annotation></semantics></math></span><span class="katex-html" aria-hidden="true"><b>106</b></span></span>';
const MATH =
  '<math><mrow><msup><semantics><mn>10</mn><annotation>^</annotation></semantics><mn>6</mn></msup></mrow></math>';

it.each([
  ['KaTeX', KATEX, MATH],
  ['Quill', `<span class="ql-formula" data-value="10^6">\ufeff<span>${KATEX}</span></span>`, MATH],
  ['Quill without KaTeX', '<span class="ql-formula" data-value="10^6"></span>', '<code>10^6</code>'],
  ['wangEditor', '<span data-w-e-type="formula" data-value="10^6"></span>', '<code>10^6</code>'],
  ['tiptap', '<span data-type="inline-math" data-latex="10^6"></span>', '<code>10^6</code>'],
  [
    'KaTeX without MathML',
    '<span class="katex"><span class="katex-html">10<span class="msupsub">6</span></span></span>',
    '10<sup>6</sup>',
  ],
  ['MathJax 2', `<span class="MathJax"><nobr>106</nobr><span>${KATEX}</span></span>`, MATH],
  ['WeChat', '<span data-formula="10^6"><svg><g></g></svg></span>', '<code>10^6</code>'],
])('shows a formula of %s', (_editor, html, expected) => {
  expect(clean(`<p>${html}</p>`)).toBe(`<p>${expected}</p>`);
  expect(read(html).removed).toEqual([]);
});

it.each([
  ['<msubsup><mi>a</mi><mn>1</mn><mrow><mi>n</mi><mo>+</mo><mn>1</mn></mrow></msubsup>', 'a_1^(n+1)'],
  ['<mfrac><mrow><mn>1</mn><mo>+</mo><mi>x</mi></mrow><mn>2</mn></mfrac><mi>y</mi>', '(1+x)/2 y'],
  ['<msqrt><mn>1</mn><mo>+</mo><mn>6</mn></msqrt>', '√(1+6)'],
  ['<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover>', '∑_(i=1)^n'],
  [
    '<mmultiscripts><mi>U</mi><mprescripts></mprescripts><mn>92</mn><mn>238</mn></mmultiscripts>',
    'U_^92 238',
  ],
  [
    '<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr><mtr><mtd><mn>3</mn></mtd></mtr></mtable>',
    '1 2 ; 3 ;',
  ],
])('reads the formula %s as %s in plain text', (parts, text) => {
  expect(read(`<math>${parts}</math>`).text).toBe(text);
});

it('removes active content from a formula', () => {
  const html =
    '<math href="javascript:x"><mtext><img src=x onerror=x><script>x</script>a</mtext><maction>b</maction></math>';
  expect(clean(html)).toBe('<p><math><mtext>a</mtext>b</math></p>');
});

it.each([
  ['<span style="font-family:Wingdings">þ</span>同意', '☑同意'],
  ['<font face="Wingdings">¨</font>不同意', '☐不同意'],
  ['<span style=\'font-family:"Wingdings 2"\'>R</span>同意', '☑同意'],
  ['<span style="font-family:Wingdings">ü\uf0e8à</span>', '✓→→'],
  ['<span style="font:12pt Wingdings">þ</span>', '☑'],
  ['5 <b style="font-family:Symbol">m</b>g', '5 <b>µ</b>g'],
  ['<span style="font-family:Arial,Wingdings">þ</span>', 'þ'],
  ['<span style="font-family:Wingdings">þ<span style="font-family:宋体">o</span></span>', '☑o'],
])('shows the symbols of %s as %s', (html, expected) => {
  expect(clean(html)).toBe(`<p>${expected}</p>`);
});

it.each([
  ['<p style="white-space:pre-wrap">第一行\n第二行</p>', '<p>第一行<br>第二行</p>'],
  ['<p><span style="white-space: pre-line">a  b\r\nc</span></p>', '<p>a  b<br>c</p>'],
  [
    '<div style="white-space:pre"><div>a {</div><div><i>  </i>b</div></div>',
    '<p>a {</p><p>&nbsp;&nbsp;b</p>',
  ],
  ['<p style="white-space:pre-wrap">a<b style="white-space:normal">b\nc</b></p>', '<p>a<b>b\nc</b></p>'],
  ['<p style="white-space-collapse: preserve">a\nb</p>', '<p>a<br>b</p>'],
  ['<pre>a <code>b</code> c</pre>', '<pre>a <code>b</code> c</pre>'],
  ['<pre><code>a</code><code>b</code></pre>', '<pre><code>a</code><br><code>b</code></pre>'],
  [
    '<div class="ql-code-block-container"><div class="ql-code-block">a {</div><div class="ql-code-block"><br></div><div class="ql-code-block">  b</div></div>',
    '<pre>a {<br><br>  b</pre>',
  ],
  [
    '<section><ul class="code-snippet__line-index"><li></li><li></li></ul><pre><code>a</code></pre></section>',
    '<pre><code>a</code></pre>',
  ],
])('keeps the lines and indents of %s: %s', (html, expected) => {
  expect(clean(html)).toBe(expected);
});

it.each([
  '<p style="opacity:0">x</p>',
  '<p style="opacity: 0.0 !important">x</p>',
  '<p style="font-size:0">x</p>',
  '<div style="height:0;overflow:hidden">x</div>',
  '<div style="max-height:0px;overflow:hidden">x</div>',
  '<div style="position:absolute;left:-9999px">x</div>',
  '<span style="position:absolute;clip:rect(0 0 0 0)">x</span>',
  '<p style="text-indent:-9999px">x</p>',
  '<span style="position:absolute;width:1px;height:1px;overflow:hidden">x</span>',
  '<span class="screen-reader-text">x</span>',
  '<style>.y{display:none}</style><p class="z y">x</p>',
])('removes and reports the hidden text %s', (html) => {
  expect(read(html)).toMatchObject({ html: [''], removed: [expect.stringContaining('hidden')] });
});

it.each([
  '<p style="opacity:0.5;height:0;line-height:0;font-size:0.8em;text-indent:-108.0pt">x</p>',
  '<section style="font-size:0"><p style="font-size:15px">x</p></section>',
  '<section style="font-size:0"><p style="font:14px/1.5 sans-serif">x</p></section>',
  '<div style="font-size:0"><font size="4">x</font></div>',
  '<div style="height:0;overflow:hidden;padding-bottom:56.25%">x</div>',
  '<div style="width:0;overflow:hidden;min-width:100%">x</div>',
  '<span style="height:0;overflow:hidden">x</span>',
  '<div style="position:absolute;left:-10px;overflow:hidden">x</div>',
  '<style>@media print{p{display:none}} div p{display:none} #a{display:none}</style><p>x</p>',
])('shows the text of %s', (html) => {
  expect(read(html)).toMatchObject({ html: ['<p>x</p>'], removed: [] });
});

it.each([
  [
    '<style><!--table {mso-x:y} td{font-weight:400} .xl65, .xl66 {font-weight:700} .font5{text-decoration:line-through}--></style><p class="xl66">a<font class="font5">b</font></p>',
    '<p><strong>a<s>b</s></strong></p>',
  ],
  [
    '<style>span.a{vertical-align:super}</style>1<span class="a">2</span><b class="a">3</b>',
    '<p>1<sup>2</sup><b>3</b></p>',
  ],
  ['<p role="heading" aria-level="2">a</p>', '<h2>a</h2>'],
  ['<p class="ql-direction-rtl">a</p><p style="direction:rtl">b</p>', '<p dir="rtl">a</p><p dir="rtl">b</p>'],
  ['<div dir="rtl"><p style="direction:ltr">a</p></div>', '<p dir="ltr">a</p>'],
  ['<p dir="ltr">a</p>', '<p>a</p>'],
  ['<input type="radio" checked>a <input type="radio">b', '<p>◉ a ○ b</p>'],
  [
    '<div class="cdx-checklist__item cdx-checklist__item--checked"><span></span><div>a</div></div>',
    '<p>☑ a</p>',
  ],
  ['<a href="/x" aria-label="Home"><svg><path></path></svg></a>', '<p><a href="/x">Home</a></p>'],
  [
    '<p><span lang="EN-US">2026 “</span><span lang="EN-US">ESG</span></p>',
    '<p>2026 “<span lang="EN-US">ESG</span></p>',
  ],
])('reads the classes and attributes of %s: %s', (html, expected) => {
  expect(clean(html)).toBe(expected);
});

const IMAGE = '<p>[/Ab.png]</p>';
const shownImages = (html: string) => {
  const { html: parts, removed } = read(html);
  return [joinParts(parts), removed];
};

it.each([
  ['<section style="background-image:url(&quot;/Ab.png&quot;)"><svg></svg></section>', IMAGE, []],
  ['<svg style="background: url(/Ab.png) no-repeat"></svg>', IMAGE, []],
  ['<svg><image xlink:href="/Ab.png"></image></svg>', IMAGE, []],
  ['<svg><foreignObject><img src="/Ab.png"></foreignObject></svg>', IMAGE, []],
  ['<svg><g><text>a</text><text>b</text><rect></rect></g></svg>', '<p>a</p><p>b</p>', ['<rect>']],
  ['<section style="background:url(/Ab.png)">a</section>', '<p>a</p>', ['background /Ab.png']],
])('shows the images and texts of %s as %s', (html, expected, removed) => {
  expect(shownImages(html)).toEqual([expected, removed]);
});

it('does not count items without a number in a flat list of Quill', () => {
  const html =
    '<ol><li data-list="ordered">1</li><li data-list="checked">a</li><li data-list="bullet">b</li><li data-list="ordered">2</li></ol>';
  expect(clean(html)).toBe(
    '<ol><li>1</li><li class="list-none" value="1">☑ a</li><li class="list-disc" value="1">b</li><li>2</li></ol>',
  );
});

it('keeps the position of a hidden table cell', () => {
  const row =
    '<tr><td>a</td><td style="visibility:hidden">b</td><td style="display:none">c</td><td>d</td></tr>';
  expect(clean(`<table>${row}</table>`)).toContain('<tr><td>a</td><td></td><td>d</td></tr>');
});

it('shows a video in a box without a height', () => {
  const box =
    '<div style="height:0;overflow:hidden;padding-bottom:56%"><iframe src="https://v.example/1"></iframe></div>';
  expect(read(box).text).toBe('frame: v.example');
});
