import { expect, it } from 'vitest';
import { xmlText } from './feed.ts';

it.each([
  ['a < b > c', 'a &lt; b &gt; c'],
  ['"q" \'s\'', '&quot;q&quot; &apos;s&apos;'],
  [']]>', ']]&gt;'],
  ['line\n\ttab\r', 'line\n\ttab\r'],
  ['a\u0000b\u0008c\u000bd\u000ce\u001ff\ufffeg\uffffh', 'abcdefgh'],
])('escapes the XML text %j to %j', (text, expected) => {
  expect(xmlText(text)).toBe(expected);
});
