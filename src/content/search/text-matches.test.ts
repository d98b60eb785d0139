import { expect, it } from 'vitest';
import { cpuMsOf } from '../../../test/support/cpu-time.ts';
import { parseQuery } from './search-query.ts';
import { createTextMatcher, normaliseForSearch } from './text-matches.ts';

it.each([
  ['tea', 'The team', false],
  ['tea', 'Instead of steam: TEA.', true],
  ['teas', 'a tea', true],
  ['libraries', 'The Library', true],
  ['city', 'two cities', true],
  ['invest', 'Investments', true],
  ['office singapore', 'Singapore and other offices', true],
  ['office singapore', 'Singapore', false],
  ['ｅｓｇ', '新ESG报告', true],
  ['储能成本', '储能系统的成本', true],
  ['储能成本', '储能系统', false],
  ['%', '41% less', true],
  ['%', 'less', false],
])('says if the keyword %j matches the text %j: %s', (typed, text, expected) => {
  expect(createTextMatcher(parseQuery(typed))(normaliseForSearch(text))).toBe(expected);
});

it('searches a word of 400 KB in less than a second', () => {
  const holdsTeatime = createTextMatcher(parseQuery('teatime'));
  const text = normaliseForSearch('teati'.repeat(80_000));
  expect(cpuMsOf(() => expect(holdsTeatime(text)).toBe(false))).toBeLessThan(1000);
});
