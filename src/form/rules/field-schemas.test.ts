import { describe, expect, it } from 'vitest';
import { stages, type TextField, textFields } from './fields.ts';
import { LENGTHS } from './limits.ts';
import { checkField } from './schema.ts';

const TODAY = '2026-11-21';
const lengths = Object.entries(LENGTHS) as [keyof typeof LENGTHS, { min: number; max: number }][];
const wide = ['a', '远', '𠮷', '😀', '\u0301'];

const check = (field: TextField, value?: string) => checkField(field, value, TODAY);

describe('an empty field', () => {
  const empties = ['', ' ', '\u3000', '\r\n', '\t', '\u00a0', '\u200b\ufeff', '\u0000', '\u202e'];
  const cases = textFields.flatMap((field) => empties.map((value) => [field, value] as const));

  it.each(cases)('%s is required: %j', (field, value) => {
    expect(check(field, value)).toEqual({ problem: { field, code: 'required' } });
  });

  it.each(textFields)('%s is required where it was not sent', (field) => {
    expect(check(field)).toEqual({ problem: { field, code: 'required' } });
  });
});

describe('a length', () => {
  const cases = lengths.flatMap(([field, { min, max }]) =>
    wide.map((character) => ({ field, min, max, character })),
  );

  it.each(cases)('of $field may be $min and $max of $character', ({ field, min, max, character }) => {
    const shortest = `b${character.repeat(min)}`.slice(1);
    expect(check(field, shortest)).toEqual({ value: shortest });
    expect(check(field, character.repeat(max))).toEqual({ value: character.repeat(max) });
  });

  it.each(cases)('of $field may not be one more than $max of $character', ({ field, max, character }) => {
    const problem = { field, code: 'tooLong', limit: max };
    expect(check(field, character.repeat(max + 1))).toEqual({ problem });
  });

  it.each(wide)('of companyName may not be one character: %j', (name) => {
    expect(check('companyName', name)).toEqual({
      problem: { field: 'companyName', code: 'tooShort', limit: 2 },
    });
  });

  it.each(lengths)('of %s does not count the spaces around', (field, { max }) => {
    expect(check(field, `  ${'a'.repeat(max)}\u3000`)).toEqual({ value: 'a'.repeat(max) });
  });

  it.each([
    ['companyName', 2, 100],
    ['companyShortName', 1, 50],
    ['registrationPlace', 1, 200],
    ['contactPerson', 1, 50],
    ['companyDescription', 1, 2000],
  ] as const)('of %s is %i to %i, as the design says', (field, min, max) => {
    expect(LENGTHS[field]).toEqual({ min, max });
  });

  it('of companyDescription counts a line break once, as the visitor sees it', () => {
    const typed = `${'a'.repeat(999)}\r\n${'b'.repeat(1000)}`;
    expect(check('companyDescription', typed)).toEqual({ value: typed.replace('\r\n', '\n') });
    expect(check('companyDescription', `${typed}b`)).toHaveProperty('problem.code', 'tooLong');
  });
});

describe('a text', () => {
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
  ] as const)('in %s, %j is kept as %j', (field, typed, kept) => {
    expect(check(field, typed)).toEqual({ value: kept });
  });
});

describe('a rule', () => {
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
  ] as const)('of %s refuses %j: %s', (field, value, code) => {
    expect(check(field, value)).toEqual({ problem: { field, code } });
  });

  it.each(['2026-11-21', '2026/11/21', '2026年11月21日', '2026-11-20', '0001-01-01'])(
    'of establishmentDate takes today and before: %s',
    (day) => {
      expect(check('establishmentDate', day)).toHaveProperty('value');
    },
  );

  it('of establishmentDate goes by the day it is given, also when that changes', () => {
    const checkOn = (today: string) => checkField('establishmentDate', '2026-11-22', today);
    expect(checkOn('2026-11-21')).toHaveProperty('problem.code', 'inTheFuture');
    expect(checkOn('2026-11-22')).toEqual({ value: '2026-11-22' });
    expect(checkOn('2026-11-21')).toHaveProperty('problem.code', 'inTheFuture');
  });

  it.each(stages)('of developmentStage takes %s', (stage) => {
    expect(check('developmentStage', stage)).toEqual({ value: stage });
  });

  it.each([
    ['contactEmail', `${'a'.repeat(250)}@b.c`, 254],
    ['contactPhone', `123456${'-'.repeat(53)}7`, 60],
  ] as const)('of %s has as many characters as are stored', (field, text, limit) => {
    expect(check(field, text)).toEqual({ value: text });
    expect(check(field, `1${text}`)).toEqual({ problem: { field, code: 'tooLong', limit } });
  });
});
