import { describe, expect, it } from 'vitest';
import { markHits } from './marks.ts';

const hits = (text: string, keyword: string) =>
  markHits(text, keyword)
    .filter((part) => part.hit)
    .map((part) => part.text);

const CASES: [text: string, keyword: string, hits: string[]][] = [
  ['Mountain and mountains', 'mountain', ['Mountain', 'mountain']],
  ['远山投资，远山集团', '远山', ['远山', '远山']],
  ['nothing here', 'absent', []],
  ['whole', 'whole', ['whole']],
  ['aaaa', 'aa', ['aa', 'aa']],
  ['a.c abc', 'a.c', ['a.c']],
  ['1+1=2 (yes) [no] {x} ^$|\\?*', '(yes) [no] {x} ^$|\\?*', ['(yes) [no] {x} ^$|\\?*']],
  ['a-b/c', '-b/', ['-b/']],
  ['ÉCOLE', 'école', ['ÉCOLE']],
  ['😀 smile 😀', '😀', ['😀', '😀']],
  ['', 'x', []],
  ['text', '', []],
];

describe('the marks of a keyword', () => {
  it.each(CASES)('in %j for %j', (text, keyword, expected) => {
    expect(hits(text, keyword)).toEqual(expected);
  });

  it.each(CASES)('leave %j for %j whole', (text, keyword) => {
    const parts = markHits(text, keyword).map((part) => part.text);
    expect(parts.join('')).toBe(text);
  });

  it('keep the order of hits and rest', () => {
    expect(markHits('an old plan', 'an')).toEqual([
      { text: 'an', hit: true },
      { text: ' old pl', hit: false },
      { text: 'an', hit: true },
    ]);
  });
});
