import { expect, it } from 'vitest';
import { cleanHtml } from './rich-text.ts';
import { imagesOf, joinParts } from './testing/options.ts';

const clean = (html: string) =>
  cleanHtml(html, {
    mediaHref: (url) => (/^(?:https?:\/)?\//u.test(url) ? new URL(url, 'http://b').pathname : undefined),
    linkHref: (url) => url,
    mediaText: (kind) => kind,
    imageText: '(picture)',
    tableLabel: '',
  });
const imagesIn = (html: string) => imagesOf(clean(html).html);
/** Shows an image within a line as `{}` and one between lines as `[]`. */
const arranged = (html: string): string =>
  joinParts(clean(html).html, ({ isInline }) => (isInline ? '{}' : '[]'));

const GIF = 'src="data:image/gif;base64,A"';
it.each([
  ['src=" https://cdn.example/a.png "', '/a.png'],
  [`${GIF} data-src="/a.png"`, '/a.png'],
  [`src="/blank.gif" data-srcset="/a.png 2x"`, '/a.png'],
  ['src="/a.png" srcset="/s.png 300w, /a-large.png 1024w 9h,/m.png 600w"', '/a-large.png'],
  ['srcset="/s.png 1x, /b,c/a.png 2x"', '/b,c/a.png'],
  ['srcset="/b.png, /a.png"', '/b.png'],
  ['src="/a.png" srcset="data:image/gif;base64,A 2x"', '/a.png'],
  ...['data-original', 'data-lazy-src', 'data-actualsrc', '_src', 'data-srcset'].map((name) => [
    `${GIF} ${name}="/a.png"`,
    '/a.png',
  ]),
])('shows the file of the image with %s: %s', (attributes, src) => {
  expect(imagesIn(`<p>x<font><img ${attributes}></font></p>`).map((image) => image.src)).toEqual([src]);
});

it.each([
  ['<source data-srcset="/a.webp 1x, /b.webp 2x"><img data-src="/c.jpg">', '/c.jpg'],
  ['<source data-srcset="/a.webp 1x, /b.webp 2x"><img src="/blank.gif">', '/b.webp'],
  [`<source srcset="/a.webp" type="image/webp"><source srcset="/b.jpg"><img ${GIF}>`, '/a.webp'],
  ['<source srcset="/a.webp"><img alt="x">', '/a.webp'],
  ['<source srcset="/small.webp" media="(max-width: 9em)"><img src="/a.jpg">', '/a.jpg'],
])('shows the file of the picture %s: %s', (content, src) => {
  expect(imagesIn(`<picture>${content}</picture>`).map((image) => image.src)).toEqual([src]);
});

it.each([
  ['src="data:image/png;base64,AAAA" alt="A &amp; B"', '<p>xA &amp; B</p>'],
  ['src="data:image/png;base64,AAAA"', '<p>x(picture)</p>'],
  ['src="https://s.w.org/1f44d.svg" alt="👍🏽" class="emoji"', '<p>x👍🏽</p>'],
  ['src="/a.png" alt="x" width="0" height="0"', '<p>x</p>'],
  ['src="/a.png" alt="x" hidden', '<p>x</p>'],
  ['src="/a.png" alt="x" style="display:none"', '<p>x</p>'],
])('shows the image with %s as text: %s', (attributes, html) => {
  expect(clean(`<p>x<img ${attributes}></p>`).html.join('')).toBe(html);
});

it('names the text of an image without `alt` that browsers cannot show', () => {
  expect(imagesIn('<img src="/a.heic"><img src="/a.heic" alt="b">')).toMatchObject([
    { alt: '', fallback: '(picture)' },
    { alt: 'b', fallback: undefined },
  ]);
});

const shown = (width?: number, height?: number) => ({ displayWidth: width, displayHeight: height });
it.each([
  ['width="200"', { ...shown(200), width: 200 }],
  ['width="200px" height="100"', { ...shown(200, 100), height: 100 }],
  ['style="WIDTH: 200px !important; height: auto"', shown(200)],
  ['width="1920" height="1080" style="width:50%"', { ...shown(320, 1080), width: 1920, height: 1080 }],
  ['width="50%" height="40%"', shown(320)],
  ['width="100%"', shown(672)],
  ['style="height:1.5em"', shown(undefined, 24)],
  ['style="width:75.5pt"', shown(101)],
  ['style="max-width:200px"', { maxWidth: 200 }],
  ['width="900" style="border-width:3px;max-width:100%"', { ...shown(900), width: 900 }],
  ['style="width:100vw"', shown()],
  ['width="0" height="-5" style="width:calc(100% - 1px)"', shown()],
])('reads the size of the image with %s as %j', (attributes, size) => {
  expect(imagesIn(`<img src="/a.png" ${attributes}>`)).toEqual([
    { kind: 'image', src: '/a.png', alt: '', fallback: '(picture)', ...size },
  ]);
});

it.each([
  ['<figure class="image image_resized" style="width:25%"><img src="/a" width="900">', { displayWidth: 160 }],
  ['<figure style="width:310px"><a><img src="/a" width="300"></a>', { displayWidth: 300, maxWidth: 310 }],
  ['<section style="width:30%"><img src="/a" style="width:100%">', { displayWidth: 192 }],
  ['<p style="width:200px"><a style="width:100%"><img src="/a"></a>', { maxWidth: 200 }],
  ['<figure style="width:310px"><img src="/a">', { displayWidth: undefined, maxWidth: 310 }],
])('limits the image in %s to %j', (html, size) => {
  expect(imagesIn(html)).toMatchObject([size]);
});

const IMG = '<img src="/a">';
it.each([
  [`<p>${IMG}</p>`, '<p>[]</p>'],
  [`a${IMG}`, '<p>a{}</p>'],
  [`a<br> ${IMG} <br>b`, '<p>a<br> [] <br>b</p>'],
  [`<p><b>a<br>${IMG}</b><br>${IMG}&nbsp;b</p>`, '<p><b>a<br>[]</b><br>{}&nbsp;b</p>'],
  [`<p>a<span><img src="/a" style="display:block"></span></p>`, '<p>a</p><p>[]</p>'],
  [`<p>${IMG}\n${IMG}<br>${IMG}</p>`, '<p>{}\n{}<br>[]</p>'],
  [`<p><i>${IMG}</i> <b>a</b></p>`, '<p><i>{}</i> <b>a</b></p>'],
  [`a<div>${IMG}</div>b`, '<p>a</p><p>[]</p><p>b</p>'],
  [
    `<ul><li>${IMG}a</li><li>${IMG}</li><li>a<p>${IMG}</p></li></ul>`,
    '<ul><li>{}a</li><li>[]</li><li>a<p>[]</p></li></ul>',
  ],
  [`<h2>a${IMG}<section>${IMG}</section></h2>`, '<h2>a{}<br>[]</h2>'],
  [`<b>a<p>b${IMG}</p>${IMG}</b>`, '<p><b>a</b></p><p><b>b{}</b></p><p><b>[]</b></p>'],
  [`<figure>${IMG}<figcaption>a</figcaption></figure>`, '<figure>[]<figcaption>a</figcaption></figure>'],
  [`<p>&#8203;<span id="b"></span>${IMG}&nbsp;</p>`, '<p><span id="b"></span>[]</p>'],
])('shows the images of %s in or between lines: %s', (html, expected) => {
  expect(arranged(html)).toBe(expected);
});

it('shows the images of table cells in or between lines', () => {
  expect(arranged(`<table><tr><td>${IMG}</td><td>${IMG}a</td></tr></table>`)).toContain(
    '<td>[]</td><td>{}a</td>',
  );
});

it.each([
  [`<p>a${IMG}b</p>`, 'a b'],
  [`a<br>${IMG}<br>b`, 'a\nb'],
  ['<p>a<a href="/x"><img src="/a" alt="Report"></a>b</p>', 'a b'],
  ['<p>a<img src="/a" alt="c" hidden>b</p>', 'ab'],
])('reads the text of %s as %j', (html, text) => {
  expect(clean(html).text).toBe(text);
});
