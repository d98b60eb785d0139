import { expect, it } from 'vitest';
import { anyHitFinder, hitFinder, markHits } from './marks.ts';
import { parseQuery } from './search-query.ts';

it.each([
  ['A [library], two [libraries]', 'Libraries'],
  ['[Investments] and an [investor]', 'invest'],
  ['[Tea] for the team at a steady pace, and [teas]', 'tea'],
  ['the [tea]m', 'tea'],
  ['the cost of storage: [storage cost]s', 'storage cost'],
  ['the [cost] of [storage]', 'storage cost'],
  ['[远山]投资，[远山]集团', '远山'],
  ['储能系统的成本与[储能成本]', '储能成本'],
  ['[储能]系统的[成本]', '储能成本'],
  ['[上海]的[办公室]', '上海办公室'],
  ['[2025年度]报告', '２０２５年度'],
  ['[ＥＳＧ]报告', 'esg'],
  ['nothing here', 'absent'],
  ['[aa][aa]', 'aa'],
  ['[a.c] abc', 'a.c'],
  ['1+1=2 [(yes) {x} ^$|\\?*]', '(yes) {x} ^$|\\?*'],
  ['[ÉCOLE]', 'école'],
  ['[😀] smile [😀]', '😀'],
  ['[人才]战略', '\u2f08才'],
  ['[发展后劲]', '發展後勁'],
  ['[乾]隆', '乾'],
  ['', 'x'],
  ['text', ''],
])('marks the hits %j for %j without losing text', (expected, keyword) => {
  const text = expected.replace(/[[\]]/gu, '');
  const parts = markHits(text, anyHitFinder(parseQuery(keyword))(text));
  expect(parts.map((part) => (part.hit ? `[${part.text}]` : part.text)).join('')).toBe(expected);
});

it('finds only whole words that the index has matched', () => {
  const find = hitFinder(parseQuery('tea'));
  expect([find('the team'), find('a tea')]).toEqual([[], [{ start: 2, end: 5 }]]);
  const findMatched = hitFinder(parseQuery('leadershp'), new Set(['leadership']));
  expect(findMatched('Our leadership')).toEqual([{ start: 4, end: 14 }]);
});
