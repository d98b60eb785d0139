import { expect, it } from 'vitest';
import { noticeText } from './notice-text.ts';

it.each([
  ['nothing', [], ''],
  ['records without words', [{}, { title: '', words: '' }], ''],
  ['titles and words, a line each', [{ title: 'A', words: 'b c' }, { words: 'd' }], 'A\nb c\nd'],
])('the text of a notice of %s', (_name, records, expected) => {
  expect(noticeText(records)).toBe(expected);
});
