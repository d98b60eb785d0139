import { expect, it } from 'vitest';
import { cpuMsOf } from '../../../test/support/cpu-time.ts';
import { createHitFinder, createLooseHitFinder, findBestPassage, markHits } from './marks.ts';
import { parseQuery } from './search-query.ts';

it.each([
  ['A [library], two [libraries]', 'Libraries'],
  ['[Tea] for the team at a steady pace, and [teas]', 'tea'],
  ['the [tea]m', 'tea'],
  ['the [cost] of [storage]', 'storage cost'],
  ['[远山]投资，[远山]集团', '远山'],
  ['储能系统的成本与[储能成本]', '储能成本'],
  ['[上海]的[办公室]', '上海办公室'],
  ['nothing here', 'absent'],
  ['1+1=2 [(yes) {x} ^$|\\?*]', '(yes) {x} ^$|\\?*'],
  ['[😀] smile [😀]', '😀'],
  ['[发展后劲]', '發展後勁'],
  ['[海\ufeff缆]与[海\u200b缆]', '海缆'],
  ['[远⼭]与[⻓江]', '远山长江'],
  ['［[Ｅ\u00adＳＧ]］', 'esg'],
  ['a [ﬁne] house', 'fine'],
  ['一半 [½]', '1 2'],
  ['2024，[2025]', '2025'],
  ['[投资\n集团]', '投资集团'],
])('marks the hits %j for %j without losing text', (expected, keyword) => {
  const text = expected.replace(/[[\]]/gu, '');
  const parts = markHits(text, createLooseHitFinder(parseQuery(keyword))(text));
  expect(parts.map((part) => (part.hit ? `[${part.text}]` : part.text)).join('')).toBe(expected);
});

/** Returns the best passage with its hits in brackets. */
function passageOf(lines: string[], keyword: string, length = 60): string | undefined {
  const passage = findBestPassage(lines, createHitFinder(parseQuery(keyword)), length);
  return passage?.hits.reduceRight(
    (text, { start, end }) => `${text.slice(0, start)}[${text.slice(start, end)}]${text.slice(end)}`,
    passage.text,
  );
}

it.each([
  [['He said “no.” Then: “Tea!” Others (of many. sorts.) left.'], 'tea', 'Then: “[Tea]!”'],
  [['一句。“储能的成本！”再一句；最后'], '成本', '“储能的[成本]！”'],
  [['', ' tea '], 'tea', '[tea]'],
])('finds the best passage in %j for %s', (lines, keyword, expected) => {
  expect(passageOf(lines, keyword)).toBe(expected);
});

it('shortens a passage between words around its first hit', () => {
  const line = `${'before '.repeat(20)}the tea ${'behind '.repeat(20)}`;
  expect(passageOf([line], 'tea', 40)).toMatch(/^…(?:before )+the \[tea\] (?:behind )+…$/u);
  expect(passageOf([line], 'behind', 40)).toMatch(/\[behind\]/u);
});

it.each(['a', '😀', '1.'])('shortens the passage of a line that only repeats %s', (sign) => {
  const line = `${sign.repeat(5000)} tea ${sign.repeat(5000)}`;
  expect((passageOf([line], 'tea', 60) ?? '').length).toBeLessThan(130);
});

it.each(['.”’', '. ', 'A. '])(
  'finds the passage after many repetitions of %j in less than a second',
  (signs) => {
    const line = `${signs.repeat(30_000)} tea`;
    expect(cpuMsOf(() => passageOf([line], 'tea'))).toBeLessThan(1000);
  },
);

it('searches only the start of a long text for a passage', () => {
  expect(passageOf([`${'x '.repeat(50_000)}tea`], 'tea')).toBeUndefined();
  expect(passageOf([...Array(1000).fill('x'.repeat(99)), 'tea'], 'tea')).toBeUndefined();
});
