import { expect, it } from 'vitest';
import { interpolate } from './texts.ts';

it.each([
  ['{{file}}: {{percent}}%', { file: 'a.pdf', percent: 25 }, 'a.pdf: 25%'],
  ['{{file}} {{file}}', { file: "$& $' {{percent}}" }, "$& $' {{percent}} $& $' {{percent}}"],
  ['{{other}}.', { file: 'a.pdf' }, '.'],
  [undefined, { file: 'a.pdf' }, ''],
])('fills %j', (text, values, filled) => {
  expect(interpolate(text, values)).toBe(filled);
});
