import { describe, expect, it } from 'vitest';
import { cleanHtml } from './rich-text.ts';

const clean = (html: string) =>
  cleanHtml(html, {
    assetHref: (url) => (url.startsWith('/') ? `/files/token${url}` : undefined),
    linkHref: (url) => url,
    mediaText: (kind, name) => `${kind}: ${name}`,
    pictureText: '(picture)',
    tableLabel: 'Table',
  });

const TAGS =
  /^(?:p|h[2-6]|blockquote|pre|[uo]l|li|d[ltd]|hr|t(?:able|head|body|foot|[rhd])|caption|a|strong|b|em|i|u|s|del|ins|su[bp]|mark|small|cite|q|code|abbr|br|figure|figcaption|img|div|span|footer)$/u;
const WRITTEN = /^<\/?([a-z0-9]+)((?: [a-z-]+="[^"<>]*")*)(?: \/)?>$/u;
const NAMES =
  /^(?:href|src|alt|title|rel|lang|dir|width|height|loading|decoding|scope|colspan|rowspan|start|reversed|class|role|tabindex|aria-label|id)$/u;
const SCRIPT = /^(?:href|src)="\s*(?:javascript|data|vbscript|blob|file)/iu;

const isHarmless = (attribute: string): boolean =>
  NAMES.test(attribute.split('=')[0] ?? '') && !SCRIPT.test(attribute);

/** Unknown tags and attributes, and spellings that browsers may read differently. */
const offences = (html: string): string[] =>
  (html.match(/<[^>]*>?/gu) ?? []).filter((tag) => {
    const [, name = '', attributes = ''] = WRITTEN.exec(tag) ?? [];
    return !TAGS.test(name) || !(attributes.match(/[a-z-]+="[^"]*"/gu) ?? []).every(isHarmless);
  });

const CLASSICS = [
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<textarea><p title="</textarea><img src=x onerror=alert(1)>">',
  '<xmp><p title="</xmp><img src=x onerror=alert(1)>">',
  '<title><p title="</title><img src=x onerror=alert(1)>">',
  '<select><style></select><img src=x onerror=alert(1)></style>',
  '<option><style></option></select><img src=x onerror=alert(1)></style></option>',
  '<plaintext><img src=x onerror=alert(1)>',
  '<listing>&lt;img src=x onerror=alert(1)&gt;</listing>',
  '<form><math><mtext></form><form><mglyph><svg><mtext><style><path id="</style><img onerror=alert(1) src>">',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<!--!><img src=x onerror=alert(1)>-->',
  '<?xml ><img src=x onerror=alert(1)>?>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<<script>alert(1)//<</script>',
  '<img src="/a.png"onerror=alert(1)>',
  '<img/src="/a.png"/onerror=alert(1)>',
  '<img src=`x`onerror=alert(1)>',
  '<p title="a>b" onclick=x>c</p>',
  '<a href="/a" title="&quot; onclick=alert(1) &quot;">x</a>',
  '<a href=\'/a" onclick="alert(1)\'>x</a>',
  "<abbr title='\"><img src=x onerror=alert(1)>'>x</abbr>",
  '&lt;script&gt;alert(1)&lt;/script&gt;<p>x</p>',
  '&amp;lt;script&amp;gt;<b>x</b>',
  "<p lang='\"><script>alert(1)</script>'>x</p>",
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<svg/onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<iframe src="javascript:alert(1)"></iframe><embed src="data:text/html,x"><object data="vbscript:x"></object>',
  '<video title="&lt;script&gt;alert(1)&lt;/script&gt;" src="/a.mp4"><source src="/b.mp4" title="&quot; onclick=x"></video>',
  '<video src="/a.mp4"><video src="/b.mp4"><p></video><audio><source src="/c">',
  '<iframe src="/a"><iframe src="/b"><script>alert(1)</script>',
  '<img src="data:x" alt="<script>alert(1)</script>">',
  '<a id="_main" name="x"><b id="&quot; onclick=x">y</b></a><a href="#&quot; onclick=x">z</a>',
  '<a><svg><desc><a href="javascript:alert(1)">x</a></desc></svg></a>',
];
const BROKEN = [
  '<p>open <b>bold <i>both</p> after',
  '</p></div></b>x',
  '<p',
  '<',
  '<p title="',
  '<p><a href="/a',
  '<!-- never closed <img src=x onerror=alert(1)>',
  '<script>never closed',
  '<li>a<li>b</ul><td>c',
  '\u0000<\u0000p onclick\u0000=x>y',
  '<p \ud83d="x">\udc00</p>',
];
const BIG = 200 * 1024;
const fill = (piece: string) => piece.repeat(Math.ceil(BIG / piece.length));
const LARGE: [name: string, html: string][] = [
  ['paragraphs', fill('<p onclick="x">text <b>bold</b></p>')],
  ['open tags', fill('<div>')],
  ['open tables', fill('<table><tr><td>')],
  ['headings', fill('<h1>')],
  ['less-than signs', fill('<')],
  ['comments', fill('<!--')],
  ['entities', fill('&lt;')],
  ['half entities', fill('&#x')],
  ['attributes', `<p ${fill('a="b" ')}>x</p>`],
  ['one long attribute', `<a href="${fill('javascript:')}">x</a>`],
  ['quotes', `<p title=${fill('"\'')}>x`],
  ['plain lines', fill('line\n')],
  ['films', fill('<video src="/a.mp4">')],
  ['sources', `<video>${fill('<source src="/a.mp4">')}<p>`],
  ['frames', fill('<iframe src="/a">')],
  ['anchors', fill('<a id="a" href="#a">x</a>')],
];

describe('attacks by rich text', () => {
  it.each(CLASSICS)('leaves no active content of %s', (html) => {
    expect(offences(clean(html))).toEqual([]);
  });

  it.each(BROKEN)('leaves no active content of broken %j', (html) => {
    expect(offences(clean(html))).toEqual([]);
  });

  it.each(LARGE)('leaves no active content of 200 KB of %s', (_name, html) => {
    expect(offences(clean(html))).toEqual([]);
  });

  it('leaves no active content of 2 MB of headings', () => {
    expect(offences(clean('<h1>x</h1>'.repeat(200_000)))).toEqual([]);
  });

  it.each([...CLASSICS, ...BROKEN])('cleans its own output without a change: %s', (html) => {
    expect(offences(clean(clean(html)))).toEqual([]);
  });

  it.each(['<p onclick="x">', '<p x=y>', '<script>', '<a href="javascript:x">', '<p', '<img data-x="1" />'])(
    'detects the active content in %s',
    (html) => {
      expect(offences(html)).toEqual([html]);
    },
  );
});
