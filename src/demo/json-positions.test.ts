import { describe, expect, it } from 'vitest';
import { describeMistakes, describeSyntaxError } from './json-positions.ts';

const END = 'the end of the file';

describe('syntax errors', () => {
  it.each([
    ['[1 2]', "1:4: expected ',' or ']', found 2"],
    ['{\n  "id": 1\n  "code": 2\n}', "3:3: expected ',' or '}', found \"code\""],
    ['[1,]', '1:4: expected a value, found ]'],
    ['{"a": 1,}', '1:9: expected a name in double quotes, found }'],
    ["{'a': 1}", "1:2: expected a name in double quotes, found 'a'"],
    ['{"a" 1}', "1:6: expected ':', found 1"],
    ['{"a": 1，\n"b": 2}', '1:7: expected a value, found 1，'],
    ['{"a": “b”}', '1:7: expected a value, found “b”'],
    ['["a\n"]', '1:2: expected a text that ends with ", found "'],
    ['["C:\\data"]', '1:2: expected a text that ends with ", found "C:\\data"'],
    ['{"a": [true', `1:12: expected ',' or ']', found ${END}`],
    ['[] []', `1:4: expected ${END}, found [`],
    ['', `1:1: expected a value, found ${END}`],
  ])('names the position and the reason in %j', (text, message) => {
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
    expect(describeSyntaxError(text, new Error('unexpected'))).toBe(message);
  });

  it('falls back to the message of the parser for a text that is nested too deeply', () => {
    expect(describeSyntaxError('['.repeat(100_000), new Error('unexpected'))).toBe('1:1: unexpected');
  });
});

describe('mistakes in valid JSON', () => {
  const text = '[\n  { "a": "x,\\"]", "b": { "c": [-1.5e3, null] } },\n  {}\n]';

  it.each([
    [[], '1:1'],
    [[0, 'a'], '2:10'],
    [['0', 'b', 'c', '1'], '2:40'],
    [[1], '3:3'],
    [[1, 'missing', 'deeper'], '3:3'],
  ])('names the position of %j', (path, position) => {
    expect(describeMistakes('zh/a.json', text, [{ path, text: 'wrong' }])).toEqual([
      `zh/a.json:${position}: wrong`,
    ]);
  });
});
