import { expect, it } from 'vitest';
import { parseJson } from './json.ts';

it.each([
  ['[1792034567890123456]', ['1792034567890123456']],
  ['{"id": -9007199254740993}', { id: '-9007199254740993' }],
  [
    '{"list": [{"id":12345678901234567890123},\n1792034567890123456 ]}',
    {
      list: [{ id: '12345678901234567890123' }, '1792034567890123456'],
    },
  ],
])('keeps all digits of the integers in %s as text', (json, value) => {
  expect(parseJson(json)).toEqual(value);
});

it.each([
  '[9007199254740991, 1892034567890, 0, -1.5, 0.12345678901234567, 1e21, "1792034567890123456"]',
  '{"账号: 1792034567890123456, x": "[1792034567890123456]"}',
  String.raw`["\"", "\\", "\", 1792034567890123456, \\\\", 1792034567890123456.5, 1792034567890123456e2]`,
])('reads %.100s like JSON.parse', (json) => {
  expect(parseJson(json)).toEqual(JSON.parse(json));
});

it.each([
  '["1792034567890123456]',
  '[1792034567890123456',
  '[01792034567890123456]',
  '1 1792034567890123456 ',
])('rejects the invalid JSON %s', (json) => {
  expect(() => parseJson(json)).toThrow(SyntaxError);
});
