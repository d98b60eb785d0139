import { describe, expect, it } from 'vitest';
import { describeMistakes, describeSyntaxError } from './content-text.ts';

const END = 'the end of the file';

describe('syntax errors', () => {
  it.each([
    ['[1 2]', '1:4: comma expected at 2'],
    ['{\n  "id": 1\n  "code": 2\n}', '3:3: comma expected at "code"'],
    ['[1,]', '1:4: value expected at ]'],
    ['{"a": 1,}', '1:9: property name expected at }'],
    ["{'a': 1}", "1:2: invalid symbol at 'a'"],
    ['{"a" 1}', '1:6: colon expected at 1'],
    ['{"a": 1，\n"b": 2}', '1:8: invalid symbol at ，'],
    ['{"a": “b”}', '1:7: invalid symbol at “b”'],
    ['["a\n"]', '1:2: unexpected end of string at "a'],
    ['["a\tb"]', '1:2: invalid character at "a\tb"'],
    ['["C:\\data"]', '1:2: invalid escape character at "C:\\data"'],
    ['[1 /* 2 */]', '1:4: invalid comment token at /* 2 */'],
    ['{"a": [true', `1:12: close bracket expected at ${END}`],
    ['[] []', '1:4: end of file expected at ['],
    ['', `1:1: value expected at ${END}`],
  ])('reports the position and reason of the syntax error in %j', (text, message) => {
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
    expect(describeSyntaxError(text, new Error('unexpected'))).toBe(message);
  });

  it('falls back to the message of the parser for a text with too many levels', () => {
    expect(describeSyntaxError('['.repeat(100_000), new Error('unexpected'))).toBe('1:1: unexpected');
  });
});

describe('content mistakes in valid JSON', () => {
  const text = '[\n  { "a": "x,\\"]", "b": { "c": [-1.5e3, null] } },\n  {}\n]';

  it.each([
    [[], '1:1'],
    [[0, 'a'], '2:10'],
    [[0, 'b', 'c', 1], '2:40'],
    [[1], '3:3'],
    [[1, 'missing', 'deeper'], '3:3'],
  ])('reports the position of a mistake at the path %j', (path, position) => {
    expect(describeMistakes('zh/a.json', text, [{ path, text: 'wrong' }])).toEqual([
      `zh/a.json:${position}: wrong`,
    ]);
  });
});
