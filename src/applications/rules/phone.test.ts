import { expect, it } from 'vitest';
import { checkField } from './check-application.ts';
import { fields } from './fields.ts';

const check = (text: string) => checkField('contactPhone', text, '2026-11-21');
const problem = (code: string, limit?: number) => ({
  problem: { field: 'contactPhone', code, ...(limit === undefined ? {} : { limit }) },
});

it.each([
  ['123456', '123456'],
  ['12345678901234567890', '12345678901234567890'],
  ['+44 (0)20 7946-0000', '+44 (0)20 7946-0000'],
  ['（０１０）８８８８－６６６６', '(010)8888-6666'],
  ['010–8888—6666', '010-8888-6666'],
  ['  010\t8888\u00a0  6666 ', '010 8888 6666'],
  ['\u202d+8613800138000\u202c', '+8613800138000'],
  ['010-88886666 ext. 12', '010-88886666 ext. 12'],
  ['010-88886666 Extension 12', '010-88886666 Extension 12'],
  ['010-88886666x12', '010-88886666x12'],
  ['010-88886666 转：１２', '010-88886666 转:12'],
  ['010-88886666分机12', '010-88886666分机12'],
  ['010-88886666 轉 12', '010-88886666 轉 12'],
  ['010-88886666#12', '010-88886666#12'],
  ['12345678901234567890 ext. 123456', '12345678901234567890 ext. 123456'],
])('stores the phone number %j as %j', (typed, stored) => {
  expect(check(typed)).toEqual({ value: stored });
});

const WORDS = ['abcdef', 'phone 13800138000', '13800138000 (Mr Wang)', 'tel:13800138000', '一二三四五六'];
const SIGNS = [
  '010.8888.6666',
  '010/88886666',
  '010,88886666',
  '٠١٢٣٤٥٦',
  "=1+1+123456'",
  '１２３４５６ＡＢ',
];
const EXTENSIONS = ['010-88886666 ext', '010-88886666 ext 1234567', '010-88886666 x1 x2', 'ext. 123456'];

it.each([...WORDS, ...SIGNS, ...EXTENSIONS])('rejects the phone number %j', (typed) => {
  expect(check(typed)).toEqual(problem('phone'));
});

it.each(['12345', '+-()', '(1) 2-3', '12345 ext. 123'])(
  'rejects the phone number %j with too few digits',
  (typed) => {
    expect(check(typed)).toEqual(problem('phoneTooShort', 6));
  },
);

it.each(['123456789012345678901', '+86 13800138000 13900139000'])(
  'rejects the phone number %j with too many digits',
  (typed) => {
    expect(check(typed)).toEqual(problem('phoneTooLong', 20));
  },
);

it('rejects a very long phone number as too long', () => {
  expect(check(`${'1 '.repeat(30_000)}y`)).toEqual(problem('tooLong', fields.contactPhone.max));
});
