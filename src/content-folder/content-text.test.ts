import { describe, expect, it } from 'vitest';
import { describeMistakes, parseContent } from './check-file.ts';

const END = 'the end of the file';

describe('a syntax error in a content file', () => {
  it.each([
    ['[1 2]', '1:4: comma expected at 2'],
    ['{\n  "id": 1\n  "code": 2\n}', '3:3: comma expected at "code"'],
    ['{"a": 1,}', '1:9: property name expected at }'],
    ['{"a": “b”}', '1:7: invalid symbol at “b”'],
    ['["a\n"]', '1:2: unexpected end of string at "a'],
    ['{"a": [true', `1:12: close bracket expected at ${END}`],
    ['', `1:1: value expected at ${END}`],
  ])('reports the position and reason of the syntax error in %j', (text, message) => {
    expect(() => parseContent(text, 'a.json')).toThrow(`a.json:${message}`);
  });
});

describe('a mistake in valid JSON', () => {
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
