import { expect, it } from 'vitest';
import { mayBeTypo, swapped } from './search-terms.ts';

it.each([
  ['leadershp', true],
  ['honor', false],
  ['report2025', false],
])('treats %s as a possible typo: %s', (word, expected) => {
  expect(mayBeTypo(word)).toBe(expected);
});

it('swaps each pair of neighbouring letters', () => {
  expect(swapped('abc')).toEqual(['bac', 'acb']);
  expect(swapped('aab')).toEqual(['aba']);
});
