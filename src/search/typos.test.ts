import { expect, it } from 'vitest';
import { mayBeSlip, swapped } from './search-terms.ts';

it.each([
  ['leadershp', true],
  ['honor', false],
  ['report2025', false],
])('%s may be a slip: %s', (word, expected) => {
  expect(mayBeSlip(word)).toBe(expected);
});

it('two neighbours may have changed places', () => {
  expect(swapped('abc')).toEqual(['bac', 'acb']);
  expect(swapped('aab')).toEqual(['aba']);
});
