import { expect, it } from 'vitest';
import { cpuMsOf } from '../../../test/support/cpu-time.ts';
import { anyHitFinder, bestPassage, hitFinder, markHits } from './marks.ts';
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

/** Returns the best passage with its hits in brackets. */
function passageOf(lines: string[], keyword: string, length = 60): string | undefined {
  const passage = bestPassage(lines, hitFinder(parseQuery(keyword)), length);
  return passage?.hits.reduceRight(
    (text, { start, end }) => `${text.slice(0, start)}[${text.slice(start, end)}]${text.slice(end)}`,
    passage.text,
  );
}

it.each([
  [['He said “no.” Then: “Tea!” Others (of many. sorts.) left.'], 'tea', 'Then: “[Tea]!”'],
  [['Leave it.', 'Weeks of parental leave.'], 'parental leave', 'Weeks of [parental leave].'],
  [['Storage first.', 'The cost of storage.'], 'storage cost', 'The [cost] of [storage].'],
  [
    ['RMB 6.8 billion of tea were sold, says Dr. no one. Next'],
    'tea',
    'RMB 6.8 billion of [tea] were sold, says Dr. no one.',
  ],
  [['一句。“储能的成本！”再一句；最后'], '成本', '“储能的[成本]！”'],
  [['nothing'], 'tea', undefined],
  [['', ' tea '], 'tea', '[tea]'],
])('finds the best passage in %j for %s', (lines, keyword, expected) => {
  expect(passageOf(lines, keyword)).toBe(expected);
});

it('shortens a passage between words around its first hit', () => {
  const line = `${'before '.repeat(20)}the tea ${'behind '.repeat(20)}`;
  expect(passageOf([line], 'tea', 40)).toMatch(/^…(?:before )+the \[tea\] (?:behind )+…$/u);
  expect(passageOf([line], 'behind', 40)).toMatch(/\[behind\]/u);
});

it('keeps the hit positions of a shortened Chinese passage', () => {
  const line = `${'远山'.repeat(60)}茶园${'近水'.repeat(60)}茶园`;
  const passage = passageOf([line], '茶园', 40) ?? '';
  expect(passage).toMatch(/^….*\[茶园\].*…$/u);
  expect(passage.length).toBeLessThanOrEqual(40 + '…[]…'.length);
});

it.each(['a', '😀', '1.'])('shortens the passage of a line that is one word of %s', (sign) => {
  const line = `${sign.repeat(5000)} tea ${sign.repeat(5000)}`;
  expect((passageOf([line], 'tea', 60) ?? '').length).toBeLessThan(130);
});

it('searches only the beginning of a text', () => {
  expect(passageOf([`${'x '.repeat(50_000)}tea`], 'tea')).toBeUndefined();
  expect(passageOf([...Array(1000).fill('x'.repeat(99)), 'tea'], 'tea')).toBeUndefined();
});

it.each(['.”’', '. ', 'A. '])('finds the passage behind many of %j in less than a second', (signs) => {
  const line = `${signs.repeat(30_000)} tea`;
  expect(cpuMsOf(() => passageOf([line], 'tea'))).toBeLessThan(1000);
});
