import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { element, XML_DECLARATION, xmlText } from './feed.ts';

it.each([
  ['plain', 'plain'],
  ['R&D', 'R&amp;D'],
  ['a < b > c', 'a &lt; b &gt; c'],
  ['"q" \'s\'', '&quot;q&quot; &apos;s&apos;'],
  ['&amp;', '&amp;amp;'],
  [']]>', ']]&gt;'],
  ['远山 😀', '远山 😀'],
  ['line\n\ttab\r', 'line\n\ttab\r'],
  ['a\u0000b\u0008c\u000bd\u000ce\u001ff\ufffeg\uffffh', 'abcdefgh'],
  ['', ''],
])('escapes the XML text %j to %j', (text, expected) => {
  expect(xmlText(text)).toBe(expected);
});

describe('element', () => {
  it.each([
    [element('loc', 'x'), '<loc>x</loc>'],
    [element('loc', ''), '<loc/>'],
    [element('link', '', { href: '/a?b&c', rel: '"' }), '<link href="/a?b&amp;c" rel="&quot;"/>'],
    [element('a', element('b', '1'), { c: 'd' }), '<a c="d"><b>1</b></a>'],
  ])('writes the XML element %s', (written, expected) => {
    expect(written).toBe(expected);
  });

  it('writes XML that a parser reads back', () => {
    const text = '<b>"R&D" \u0001远山</b>';
    const document = `${XML_DECLARATION}${element('feed', element('title', xmlText(text)), { name: text })}`;
    expect(XMLValidator.validate(document)).toBe(true);
    const read: unknown = new XMLParser({ ignoreAttributes: false }).parse(document);
    const meant = text.replace('\u0001', '');
    expect(read).toMatchObject({ feed: { title: meant, '@_name': meant } });
  });
});
