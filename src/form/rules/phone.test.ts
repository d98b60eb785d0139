import { describe, expect, it } from 'vitest';
import { checkField } from './check-application.ts';
import { fields } from './fields.ts';
import { MAX_PHONE_DIGITS, MIN_PHONE_DIGITS } from './limits.ts';

const check = (text: string) => checkField('contactPhone', text, '2026-11-21');
const phone = { problem: { field: 'contactPhone', code: 'phone' } };
const tooShort = { problem: { field: 'contactPhone', code: 'phoneTooShort', limit: MIN_PHONE_DIGITS } };
const tooLong = { problem: { field: 'contactPhone', code: 'phoneTooLong', limit: MAX_PHONE_DIGITS } };

const TAKEN: [typed: string, kept: string][] = [
  ['123456', '123456'],
  ['12345678901234567890', '12345678901234567890'],
  ['13800138000', '13800138000'],
  ['138 0013 8000', '138 0013 8000'],
  ['138-0013-8000', '138-0013-8000'],
  ['+86 138 0013 8000', '+86 138 0013 8000'],
  ['(010) 8888-6666', '(010) 8888-6666'],
  ['（０１０）８８８８－６６６６', '(010)8888-6666'],
  ['＋８６　１３８００１３８０００', '+86 13800138000'],
  ['+44 (0)20 7946 0000', '+44 (0)20 7946 0000'],
  ['010–8888—6666', '010-8888-6666'],
  ['010\u20118888\u22126666', '010-8888-6666'],
  ['  010  8888   6666 ', '010 8888 6666'],
  ['010\t8888\u00a06666', '010 8888 6666'],
  ['\u202d+8613800138000\u202c', '+8613800138000'],
  ['010-8888\u00006666', '010-88886666'],
  ['010-88886666 ext. 12', '010-88886666 ext. 12'],
  ['010-88886666 ext 12', '010-88886666 ext 12'],
  ['010-88886666 Ext.12', '010-88886666 Ext.12'],
  ['010-88886666 extension 12', '010-88886666 extension 12'],
  ['010-88886666 x12', '010-88886666 x12'],
  ['010-88886666x12', '010-88886666x12'],
  ['010-88886666 转 12', '010-88886666 转 12'],
  ['010-88886666转12', '010-88886666转12'],
  ['010-88886666 转：１２', '010-88886666 转:12'],
  ['010-88886666 分机 12', '010-88886666 分机 12'],
  ['010-88886666 轉 12', '010-88886666 轉 12'],
  ['010-88886666#12', '010-88886666#12'],
  ['123456 x1', '123456 x1'],
  ['12345678901234567890 ext. 123456', '12345678901234567890 ext. 123456'],
];

describe('checkField, phone number', () => {
  it.each(TAKEN)('accepts %j as %j', (typed, kept) => {
    expect(check(typed)).toEqual({ value: kept });
  });

  it.each([
    'abcdef',
    'phone 13800138000',
    '13800138000 (Mr Wang)',
    '010.8888.6666',
    '010/88886666',
    '010_88886666',
    '010,88886666',
    '13800138000; 13900139000',
    'tel:13800138000',
    '010-88886666 ext',
    '010-88886666 转',
    '010-88886666 转接 12',
    '010-88886666 ext 1234567',
    '010-88886666 x1 x2',
    'ext. 12',
    'x123456',
    '１２３４５６ＡＢ',
    '一二三四五六',
    '٠١٢٣٤٥٦',
    '138001380００ｅ',
    '📞13800138000',
    "=1+1+123456'",
  ])('rejects %j', (typed) => {
    expect(check(typed)).toEqual(phone);
  });

  it.each(['1', '12345', '1 2 3 4 5', '+-()', '(1) 2-3', '１２３４５', '12345 ext. 123'])(
    'rejects %j: too few digits',
    (typed) => {
      expect(check(typed)).toEqual(tooShort);
    },
  );

  it.each(['123456789012345678901', '+86 13800138000 13900139000'])(
    'rejects %j: too many digits',
    (typed) => {
      expect(check(typed)).toEqual(tooLong);
    },
  );

  it('rejects a very long text by its length', () => {
    const problem = { field: 'contactPhone', code: 'tooLong', limit: fields.contactPhone.max };
    expect(check(`${'1 '.repeat(30_000)}y`)).toEqual({ problem });
  });
});
