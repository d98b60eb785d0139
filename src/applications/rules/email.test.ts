import { expect, it } from 'vitest';
import { words } from '../../../test/support/words.ts';
import { isEmail } from './check-application.ts';

const LABEL_63 = 'a'.repeat(63);

/** Test cases of HTML's `type=email`, without whitespace. */
const VALID = `
  a@b first.last+tag@EXAMPLE.COM name@127.0.0.1 name@ex--ample.com .@b first..last@example.com -@b.c
  !#$%&'*+-/=?^_\`{|}~@example.com a@0 name@xn--fiqs8s.xn--fiqs8s name@${LABEL_63}.${LABEL_63}.com
`;
const INVALID = `
  @ a a@ @b a@@b a@b@c a@. a@.b a@b. a@b..c a@-b a@b-.c a@b.c- a@b_c.com a@b:25 a@[127.0.0.1] "a"@c.com
  a(comment)@c.com <name@example.com> mailto:name@example.com a,b@c.com a@b.c,d@e.f a;b@c.com a\\b@c.com
  用户@example.com name@例子.中国 name＠example.com name@ſ.com na\u200Bme@example.com name@${LABEL_63}a.com
`;
const INVALID_WITH_SPACE = [
  '',
  ' a@b.c',
  'a@b.c\n',
  'a b@c.com',
  'a@b c.com',
  'a@b.c\r\nBcc: x@y.z',
  'a@b\0',
];

it.each(words(VALID))('isEmail accepts %s', (text) => {
  expect(isEmail(text)).toBe(true);
});

it.each([...words(INVALID), ...INVALID_WITH_SPACE])('isEmail rejects %j', (text) => {
  expect(isEmail(text)).toBe(false);
});

it('isEmail rejects a very long text without backtracking', () => {
  expect(isEmail(`${'a'.repeat(60_000)}@${'a.'.repeat(30_000)}`)).toBe(false);
  expect(isEmail('a@'.repeat(30_000))).toBe(false);
});
