import { describe, expect, it } from 'vitest';
import { checkField } from './check-application.ts';
import { fields, isOptional, stages, type TextField, textFields } from './fields.ts';
import { freeTextFields } from './testing/sample-application.ts';

const TODAY = '2026-11-21';
const lengths = freeTextFields.map((field) => [field, { min: 1, ...fields[field] }] as const);
const wide = ['a', '远', '𠮷', '😀', '\u0301'];

const check = (field: TextField, value?: string) => checkField(field, value, TODAY);

describe('an empty required field', () => {
  const requiredFields = textFields.filter((name) => !isOptional(name));
  const empties = ['', ' ', '\u3000', '\r\n', '\t', '\u00a0', '\u200b\ufeff', '\u0000', '\u202e'];
  const cases = requiredFields.flatMap((field) => empties.map((value) => [field, value] as const));

  it.each(cases)('%s is required: %j', (field, value) => {
    expect(check(field, value)).toEqual({ problem: { field, code: 'required' } });
  });

  it.each(requiredFields)('%s is required if it is missing', (field) => {
    expect(check(field)).toEqual({ problem: { field, code: 'required' } });
  });
});

describe('the length', () => {
  const cases = lengths.flatMap(([field, { min, max }]) =>
    wide.map((character) => ({ field, min, max, character })),
  );

  it.each(cases)('of $field can be $min and $max of $character', ({ field, min, max, character }) => {
    const shortest = `b${character.repeat(min)}`.slice(1);
    expect(check(field, shortest)).toEqual({ value: shortest });
    expect(check(field, character.repeat(max))).toEqual({ value: character.repeat(max) });
  });

  it.each(cases)('of $field cannot be more than $max of $character', ({ field, max, character }) => {
    const problem = { field, code: 'tooLong', limit: max };
    expect(check(field, character.repeat(max + 1))).toEqual({ problem });
  });

  it.each(wide)('of companyName cannot be one character: %j', (name) => {
    expect(check('companyName', name)).toEqual({
      problem: { field: 'companyName', code: 'tooShort', limit: 2 },
    });
  });

  it.each(lengths)('of %s does not include surrounding spaces', (field, { max }) => {
    expect(check(field, `  ${'a'.repeat(max)}\u3000`)).toEqual({ value: 'a'.repeat(max) });
  });

  it('of companyDescription includes a line break as one character', () => {
    const { max } = fields.companyDescription;
    const typed = `a\r\n${'b'.repeat(max - 2)}`;
    expect(check('companyDescription', typed)).toEqual({ value: typed.replace('\r\n', '\n') });
    expect(check('companyDescription', `${typed}b`)).toHaveProperty('problem.code', 'tooLong');
  });
});

describe('a valid value', () => {
  it.each([
    ['companyName', ' A\tB\r\nC ', 'A B C'],
    ['companyName', 'A\u0000B\u001b', 'AB'],
    ['companyName', 'Ｆｕｌｌ　Ｗｉｄｔｈ', 'Ｆｕｌｌ　Ｗｉｄｔｈ'],
    ['companyName', '<script>alert(1)</script>', '<script>alert(1)</script>'],
    ['companyName', '=HYPERLINK("x")', '=HYPERLINK("x")'],
    ['contactPerson', "O'Brien, Seán", "O'Brien, Seán"],
    ['contactPerson', 'محمد', 'محمد'],
    ['industry', '__proto__', '__proto__'],
    ['companyDescription', ' a\r\n\r\nb\t c\u0000 ', 'a\n\nb  c'],
    ['contactEmail', ' a@b.c\r\n', 'a@b.c'],
    ['establishmentDate', '２０２０年１月２日', '2020-01-02'],
    ['contactPhone', '（０１０）１２３４５６', '(010)123456'],
    ['developmentStage', ' seed ', 'seed'],
  ] as const)('of %s: %j is stored as %j', (field, typed, kept) => {
    expect(check(field, typed)).toEqual({ value: kept });
  });
});

describe('checkField', () => {
  it.each([
    ['establishmentDate', '2020-02-30', 'notADate'],
    ['establishmentDate', 'yesterday', 'notADate'],
    ['establishmentDate', '2026-11-22', 'inTheFuture'],
    ['establishmentDate', '2026年11月22日', 'inTheFuture'],
    ['establishmentDate', '2027.1.1', 'inTheFuture'],
    ['establishmentDate', '9999-12-31', 'inTheFuture'],
    ['contactPhone', 'none', 'phone'],
    ['contactEmail', 'wang.fang', 'email'],
    ['contactEmail', '\u3000a@b.c', 'email'],
    ['contactEmail', 'a@b.c\u00a0', 'email'],
    ['contactEmail', 'a@b.c\u0000', 'email'],
    ['contactEmail', 'a@b\n.c', 'email'],
    ['contactEmail', 'ａ@b.c', 'email'],
    ['developmentStage', 'Seed', 'stage'],
    ['developmentStage', 'PRE-IPO', 'stage'],
    ['developmentStage', 'other', 'stage'],
    ['developmentStage', 'toString', 'stage'],
  ] as const)('rejects %s %j: %s', (field, value, code) => {
    expect(check(field, value)).toEqual({ problem: { field, code } });
  });

  it.each(['2026-11-21', '2026/11/21', '2026年11月21日', '2026-11-20', '0001-01-01'])(
    'accepts establishmentDate up to today: %s',
    (day) => {
      expect(check('establishmentDate', day)).toHaveProperty('value');
    },
  );

  it('compares establishmentDate with the given day on each call', () => {
    const checkOn = (today: string) => checkField('establishmentDate', '2026-11-22', today);
    expect(checkOn('2026-11-21')).toHaveProperty('problem.code', 'inTheFuture');
    expect(checkOn('2026-11-22')).toEqual({ value: '2026-11-22' });
    expect(checkOn('2026-11-21')).toHaveProperty('problem.code', 'inTheFuture');
  });

  it.each(stages)('accepts developmentStage %s', (stage) => {
    expect(check('developmentStage', stage)).toEqual({ value: stage });
  });

  it.each([
    ['contactEmail', 'a@b.c'.padStart(fields.contactEmail.max, 'a'), fields.contactEmail.max],
    ['contactPhone', '1234567'.padStart(fields.contactPhone.max, '-'), fields.contactPhone.max],
  ] as const)('limits the length of %s', (field, text, limit) => {
    expect(check(field, text)).toEqual({ value: text });
    expect(check(field, `1${text}`)).toEqual({ problem: { field, code: 'tooLong', limit } });
  });
});
