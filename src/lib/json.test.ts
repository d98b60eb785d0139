import { expect, it } from 'vitest';
import { parseJson } from './json.ts';

it.each([
  ['[1792034567890123456]', ['1792034567890123456']],
  ['{"id": -9007199254740993}', { id: '-9007199254740993' }],
  ['{"list": [{"id": 12345678901234567890123}]}', { list: [{ id: '12345678901234567890123' }] }],
])('keeps all digits of the integers in %s as text', (json, value) => {
  expect(parseJson(json)).toEqual(value);
});

it('keeps other numbers and texts', () => {
  const json = '[9007199254740991, 1892034567890, 0, -1.5, 0.12345678901234567, 1e21, "1792034567890123456"]';
  expect(parseJson(json)).toEqual(JSON.parse(json));
});
