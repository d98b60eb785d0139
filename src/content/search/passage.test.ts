import { expect, it } from 'vitest';
import { cpuMsOf } from '../../../test/support/cpu-time.ts';
import { bestPassage, hitFinder } from './marks.ts';
import { parseQuery } from './search-query.ts';

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
