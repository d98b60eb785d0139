import { describe, expect, it } from 'vitest';
import { checkField } from './check-application.ts';
import { fields, stages, type TextField, textFields } from './fields.ts';
import { freeTextFields } from './testing/sample-application.ts';

const TODAY = '2026-11-21';
const check = (field: TextField, value?: string) => checkField(field, value, TODAY);

const requiredFields = textFields.filter((field) => !fields[field].isOptional);

it.each(requiredFields)('%s is required: white space and invisible characters count as empty', (field) => {
  for (const empty of [undefined, '', ' ', '\u3000', '\r\n', '\u200b\ufeff', '\u0000', '\u202e'])
    expect(check(field, empty)).toEqual({ problem: { field, code: 'required' } });
});

describe('the length', () => {
  it.each(freeTextFields)('of %s is limited in characters, whatever their script', (field) => {
    const { min = 1, max } = fields[field];
    for (const character of ['a', '远', '𠮷', '\u0301']) {
      const shortest = `b${character.repeat(min)}`.slice(1);
      expect(check(field, shortest)).toEqual({ value: shortest });
      expect(check(field, character.repeat(max))).toEqual({ value: character.repeat(max) });
      const problem = { field, code: 'tooLong', limit: max };
      expect(check(field, character.repeat(max + 1))).toEqual({ problem });
    }
    expect(check(field, `  ${'a'.repeat(max)}\u3000`)).toEqual({ value: 'a'.repeat(max) });
  });

  it.each(['a', '𠮷'])('of companyName cannot be one character: %j', (name) => {
    expect(check('companyName', name)).toEqual({
      problem: { field: 'companyName', code: 'tooShort', limit: 2 },
    });
  });

  it('of companyDescription includes a line break as one character', () => {
    const { max } = fields.companyDescription;
    const typed = `a\r\n${'b'.repeat(max - 2)}`;
    expect(check('companyDescription', typed)).toEqual({ value: typed.replace('\r\n', '\n') });
    expect(check('companyDescription', `${typed}b`)).toHaveProperty('problem.code', 'tooLong');
  });

  it.each([
    ['contactEmail', 'a@b.c'.padStart(fields.contactEmail.max, 'a'), fields.contactEmail.max],
    ['contactPhone', '1234567'.padStart(fields.contactPhone.max, '-'), fields.contactPhone.max],
  ] as const)('of %s is limited', (field, text, limit) => {
    expect(check(field, text)).toEqual({ value: text });
    expect(check(field, `1${text}`)).toEqual({ problem: { field, code: 'tooLong', limit } });
  });
});

it.each([
  ['companyName', ' A\tB\r\nC ', 'A B C'],
  ['companyName', 'A\u0000B\u001b', 'AB'],
  ['companyName', '<script>alert(1)</script>', '<script>alert(1)</script>'],
  ['industry', '__proto__', '__proto__'],
  ['companyDescription', ' a\r\n\r\nb\t c\u0000 ', 'a\n\nb  c'],
  ['contactEmail', ' a@b.c\r\n', 'a@b.c'],
  ['establishmentDate', '２０２０年１月２日', '2020-01-02'],
  ['establishmentDate', '2026-11-21', '2026-11-21'],
  ['contactPhone', '（０１０）１２３４５６', '(010)123456'],
  ...stages.map((stage) => ['developmentStage', ` ${stage} `, stage] as const),
] as const)('stores %s %j as %j', (field, typed, stored) => {
  expect(check(field, typed)).toEqual({ value: stored });
});

it.each([
  ['establishmentDate', '2020-02-30', 'notADate'],
  ['establishmentDate', 'yesterday', 'notADate'],
  ['establishmentDate', '2026年11月22日', 'inTheFuture'],
  ['establishmentDate', '9999-12-31', 'inTheFuture'],
  ['contactEmail', 'wang.fang', 'email'],
  ['contactEmail', '\u3000a@b.c', 'email'],
  ['contactEmail', 'a@b.c\u0000', 'email'],
  ['contactEmail', 'a@b\n.c', 'email'],
  ['developmentStage', 'Seed', 'stage'],
  ['developmentStage', 'toString', 'stage'],
] as const)('rejects %s %j: %s', (field, value, code) => {
  expect(check(field, value)).toEqual({ problem: { field, code } });
});
