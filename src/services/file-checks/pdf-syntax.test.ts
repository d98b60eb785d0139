import { describe, expect, it } from 'vitest';
import { parsePdfValue } from './pdf-syntax.ts';
import { rc4 } from './rc4.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');

describe('a PDF value', () => {
  it.each([
    ['-44', -44],
    ['/Name', '/Name'],
    ['true', 'true'],
    ['<48 65 6c6C6f>', bytes('Hello')],
    ['<48656c6c7>', bytes('Hellp')],
    ['(a(b)c)', bytes('a(b)c')],
    ['(\\(\\051\\\\\\n\\7)', bytes('()\\\n\x07')],
    ['(a\\\r\nb\r\nc)', bytes('ab\nc')],
    ['% a comment\n 7', 7],
    ['[1 <61> [/b]]', [1, bytes('a'), ['/b']]],
  ])('%j is read', (text, expected) => {
    expect(parsePdfValue(text)).toEqual(expected);
  });

  it('may be a dictionary, with others inside and names as values', () => {
    const value = parsePdfValue('<</Filter/Standard/CF<</Length 16>>/Length 128/O(x\\)/R 9)/P 5 0 R/V 4>>');
    expect(value).toEqual(
      new Map<string, unknown>([
        ['/Filter', '/Standard'],
        ['/CF', new Map([['/Length', 16]])],
        ['/Length', 128],
        ['/O', bytes('x)/R 9')],
        ['/P', 5],
        ['/V', 4],
      ]),
    );
  });

  it.each(['', '<<', '<< /A', '(open', '[1 2', '<zz>', '<4', '['.repeat(500), '<</A'.repeat(500)])(
    '%j is none',
    (text) => expect(parsePdfValue(text)).toBeUndefined(),
  );
});

describe('RC4', () => {
  it.each([
    ['Key', 'Plaintext', 'bbf316e8d940af0ad3'],
    ['Wiki', 'pedia', '1021bf0420'],
    ['Secret', 'Attack at dawn', '45a01f645fc35b383552544b9bf5'],
  ])('of %j and %j', (key, text, expected) => {
    expect(rc4(bytes(key), bytes(text)).toString('hex')).toBe(expected);
  });
});
