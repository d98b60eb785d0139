import { describe, expect, it } from 'vitest';
import { anyHitFinder, hitFinder, markHits } from './marks.ts';
import { parseQuery } from './search-query.ts';

const marked = (text: string, keyword: string) => markHits(text, anyHitFinder(parseQuery(keyword))(text));
const hits = (text: string, keyword: string) =>
  marked(text, keyword)
    .filter((part) => part.hit)
    .map((part) => part.text);

const CASES: [text: string, keyword: string, hits: string[]][] = [
  ['Mountain and mountains', 'mountain', ['Mountain', 'mountains']],
  ['A library, two libraries', 'Libraries', ['library', 'libraries']],
  ['Honours', 'honors', ['Honours']],
  ['Investments and an investor', 'invest', ['Investments', 'investor']],
  ['Tea for the team at a steady pace, and teas', 'tea', ['Tea', 'teas']],
  ['the team', 'tea', ['tea']],
  ['the cost of storage: storage costs', 'storage cost', ['storage cost']],
  ['the cost of storage', 'storage cost', ['cost', 'storage']],
  ['grid storage costs', 'storage cost', ['storage cost']],
  ['远山投资，远山集团', '远山', ['远山', '远山']],
  ['储能系统的成本与储能成本', '储能成本', ['储能成本']],
  ['储能系统的成本', '储能成本', ['储能', '成本']],
  ['上海的办公室', '上海办公室', ['上海', '办公室']],
  ['2025年度报告', '２０２５年度', ['2025年度']],
  ['ＥＳＧ报告', 'esg', ['ＥＳＧ']],
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

describe('marks of a keyword', () => {
  it.each(CASES)('marks the hits in %j for %j', (text, keyword, expected) => {
    expect(hits(text, keyword)).toEqual(expected);
  });

  it.each(CASES)('keeps the text %j complete when it marks %j', (text, keyword) => {
    const parts = marked(text, keyword).map((part) => part.text);
    expect(parts.join('')).toBe(text);
  });

  it('keeps hits and other text in order', () => {
    expect(marked('an old plan is an aim', 'an')).toEqual([
      { text: 'an', hit: true },
      { text: ' old plan is ', hit: false },
      { text: 'an', hit: true },
      { text: ' aim', hit: false },
    ]);
  });

  it('marks only whole words if the keyword is not searched for elsewhere', () => {
    const find = hitFinder(parseQuery('tea'));
    expect([find('the team'), find('a tea')]).toEqual([[], [{ start: 2, end: 5 }]]);
  });

  it('marks the words that an index has found', () => {
    const find = hitFinder(parseQuery('leadershp'), new Set(['leadership']));
    expect(find('Our leadership')).toEqual([{ start: 4, end: 14 }]);
  });
});
