import { describe, expect, it } from 'vitest';
import { isEmail } from './field-schemas.ts';

const LABEL_63 = 'a'.repeat(63);

const VALID = [
  'a@b',
  'a@b.c',
  'name@example.com',
  'first.last@example.com',
  'first+tag@example.com',
  'NAME@EXAMPLE.COM',
  '1@2',
  '123@456.789',
  'name@127.0.0.1',
  'name@localhost',
  'name@sub.sub.example.co.uk',
  'name@ex-ample.com',
  'name@ex--ample.com',
  'name@xn--fiqs8s.xn--fiqs8s',
  '.@b',
  '..@b.c',
  '.name@example.com',
  'name.@example.com',
  'first..last@example.com',
  '-@b.c',
  '_@b.c',
  "o'brien@example.com",
  "!#$%&'*+-/=?^_`{|}~@example.com",
  'name/department=sales@example.com',
  '%22name%22@example.com',
  '`whoami`@example.com',
  '$HOME@example.com',
  'a@0',
  'a@b.1',
  'a@1-1',
  `name@${LABEL_63}`,
  `name@${LABEL_63}.${LABEL_63}.${LABEL_63}.${LABEL_63}.${LABEL_63}`,
  `name@a${'-'.repeat(61)}a.com`,
  `${'a'.repeat(65)}@example.com`,
  `${'a'.repeat(300)}@example.com`,
];

const INVALID = [
  '',
  '@',
  'a',
  'a@',
  '@b',
  'a.b.c',
  'a@@b',
  'a@b@c',
  'a@b@c.com',
  'a@.',
  'a@.b',
  'a@b.',
  'a@b..c',
  'a@-b',
  'a@b-',
  'a@b-.c',
  'a@b.-c',
  'a@b.c-',
  'a@-',
  'a@b_c.com',
  'a@b+c.com',
  'a@b!c',
  'a@b:25',
  'a@[127.0.0.1]',
  'a@[IPv6:::1]',
  'a b@c.com',
  'a@b c.com',
  ' a@b.c',
  'a@b.c ',
  'a@ b.c',
  'a @b.c',
  'a@b.c\n',
  'a@b.c\r\nBcc: x@y.z',
  'a\n@b.c',
  'a\u0000@b.c',
  'a@b.c\u0000',
  'a\t@b.c',
  'a\u007f@b.c',
  '"a b"@c.com',
  '"a"@c.com',
  'a(comment)@c.com',
  '$(id)@example.com',
  'Name <name@example.com>',
  '<name@example.com>',
  'mailto:name@example.com',
  'a,b@c.com',
  'a@b.c,d@e.f',
  'a;b@c.com',
  'a:b@c.com',
  'a\\b@c.com',
  'a[b@c.com',
  'a]b@c.com',
  'a@b/c',
  'a@b?c',
  '用户@example.com',
  'name@例子.中国',
  'nàme@example.com',
  'name@exämple.com',
  'name@example。com',
  'name＠example.com',
  'ｎame@example.com',
  'name@ſ.com',
  'name@\u212A.com',
  'na\u200Bme@example.com',
  '\u00a0a@b.c',
  '😀@b.c',
  `name@${LABEL_63}a`,
  `name@${LABEL_63}a.com`,
  `name@example.${LABEL_63}a`,
  `name@a${'-'.repeat(62)}a.com`,
];

describe('isEmail', () => {
  it.each(VALID)('accepts %j', (text) => {
    expect(isEmail(text)).toBe(true);
  });

  it.each(INVALID)('rejects %j', (text) => {
    expect(isEmail(text)).toBe(false);
  });

  it.each([
    ["!#$%&'*+-/=?^_`{|}~.", true],
    ['"(),:;<>@[\\] ', false],
  ])('follows the specification for each character before the @: %s %s', (signs, expected) => {
    for (const sign of signs)
      expect({ sign, taken: isEmail(`a${sign}b@c.com`) }).toEqual({ sign, taken: expected });
  });

  it('accepts only letters, digits and inner hyphens in a label', () => {
    const taken = Array.from({ length: 0x250 }, (_, code) => String.fromCharCode(code)).filter((sign) =>
      isEmail(`name@a${sign}b`),
    );
    expect(taken.join('')).toBe('-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');
  });

  it('rejects a very long text without backtracking', () => {
    expect(isEmail(`${'a'.repeat(60_000)}@${'a.'.repeat(30_000)}`)).toBe(false);
    expect(isEmail('a@'.repeat(30_000))).toBe(false);
  });
});
