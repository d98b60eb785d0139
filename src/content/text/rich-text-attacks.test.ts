/** @module-tag slow */

import { type DefaultTreeAdapterTypes as Parsed, parseFragment } from 'parse5';
import { expect, it } from 'vitest';
import { buildTextImage } from '../../../views/components/prose.tsx';
import { SCHEMA } from './elements.ts';
import { cleanHtml } from './rich-text.ts';
import { joinParts, OPTIONS } from './testing/options.ts';

const clean = (html: string): string => {
  const { html: parts } = cleanHtml(html, {
    ...OPTIONS,
    mediaHref: (url) => (url.startsWith('/') ? `/files/token${url}` : undefined),
  });
  return joinParts(parts, (image) => buildTextImage(image, undefined));
};

const TAGS = new Set(SCHEMA.tagNames);
const NAMES =
  /^(?:href|src|alt|title|rel|lang|dir|width|height|loading|decoding|data-alpha|scope|colspan|rowspan|start|reversed|type|value|open|class|role|tabindex|aria-label|data-label|id)$/u;
const SCRIPT = /^[\p{Cc} ]*(?:javascript|data|vbscript|blob|file):/iu;

/** Returns the unknown tags and attributes that a browser would parse. */
const offences = (html: string): string[] => parseFragment(html).childNodes.flatMap(offencesIn);

function offencesIn(node: Parsed.ChildNode): string[] {
  if (!('tagName' in node)) return node.nodeName === '#comment' ? ['comment'] : [];
  const attributes = node.attrs.filter(({ name, value }) => !NAMES.test(name) || SCRIPT.test(value));
  return [
    ...(TAGS.has(node.tagName) ? [] : [node.tagName]),
    ...attributes.map(({ name, value }) => `${name}="${value}"`),
    ...node.childNodes.flatMap(offencesIn),
  ];
}

/** One example of each way to hide a tag or an attribute: other namespaces, raw text, comments, quotes, entities, nesting. */
const CLASSICS = [
  '<svg/onload=alert(1)><script>alert(1)</script><style><img src=x onerror=alert(1)></style></svg>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<form><math><mtext></form><form><mglyph><svg><mtext><style><path id="</style><img onerror=alert(1) src>">',
  '<![CDATA[<img src=x onerror=alert(1)>]]><?xml ><img src=x onerror=alert(1)>?>',
  '<scr<script>ipt>alert(1)</scr</script>ipt><<script>alert(1)//<</script>',
  '<a href="/a" title="&quot; onclick=alert(1) &quot;">x</a><p title="a>b" onclick=x>c</p>',
  "<p lang='\"><script>alert(1)</script>'>x</p>",
  '&lt;script&gt;alert(1)&lt;/script&gt;<p>x</p>&amp;lt;script&amp;gt;',
  '<iframe src="javascript:alert(1)"></iframe><embed src="data:text/html,x"><object data="vbscript:x"></object>',
  '<video title="&lt;script&gt;alert(1)&lt;/script&gt;" src="/a.mp4"><source src="/b.mp4" title="&quot; onclick=x"></video>',
  '<a id="_main" name="x"><b id="&quot; onclick=x">y</b></a><a href="#&quot; onclick=x">z</a>',
  '<a><svg><desc><a href="javascript:alert(1)">x</a></desc></svg></a>',
  '</p></div></b>x<p>open <b>bold <i>both</p> after',
  '<p><a href="/a',
  '\u0000<\u0000p onclick\u0000=x>y',
  '<p \ud83d="x">\udc00</p>',
];

it.each(CLASSICS)('removes active content from %s even after a second pass', (html) => {
  expect(offences(clean(html))).toEqual([]);
  expect(offences(clean(clean(html)))).toEqual([]);
});
