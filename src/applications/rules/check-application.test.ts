import { describe, expect, it, onTestFinished } from 'vitest';
import { words } from '../../../test/support/words.ts';
import { checkApplication, checkField } from './check-application.ts';
import {
  fieldNames,
  fields,
  filledFields,
  isOptional,
  stages,
  type TextField,
  textFields,
  type Values,
} from './fields.ts';
import * as limits from './limits.ts';
import {
  freeTextFields,
  invalidValues,
  makeOptional,
  sampleApplications,
} from './testing/sample-application.ts';

const TODAY = '2026-11-21';
const FINE = { files: 1, isCaptchaSolved: true };
const values = sampleApplications.zh;
const requiredFields = fieldNames.filter((name) => !isOptional(name));
const whole = (changed: Partial<Values>, circumstances = FINE) =>
  checkApplication({ ...values, ...changed }, circumstances, TODAY);

describe('checkApplication', () => {
  it('returns only the normalised fields of the form', () => {
    const typed = { companyName: ` ${values.companyName} `, establishmentDate: '2020年1月31日' };
    const sent = { ...values, ...typed, captcha: '12345', isAdmin: 'yes' };
    expect(checkApplication(sent, FINE, TODAY)).toEqual({ application: values });
  });

  it('reports all required fields of an empty form in order', () => {
    const codeOf = (field: string) => (field === 'declareFile' ? 'noFile' : 'required');
    expect(checkApplication({}, { files: 0, isCaptchaSolved: false }, TODAY)).toEqual({
      problems: requiredFields.map((field) => ({ field, code: codeOf(field) })),
    });
  });

  it.each(textFields)('reports an invalid %s like the check of a single field', (field) => {
    const value = invalidValues[field];
    const alone = checkField(field, value, TODAY);
    expect(alone).toHaveProperty('problem.field', field);
    expect(whole({ [field]: value })).toEqual({ problems: 'problem' in alone ? [alone.problem] : [] });
  });

  it('treats a repeated field as empty', () => {
    expect(whole({ companyName: ['a', 'b'] as unknown as string })).toEqual({
      problems: [{ field: 'companyName', code: 'required' }],
    });
  });

  it.each([
    [{ ...FINE, files: limits.MAX_FILES }, undefined],
    [
      { ...FINE, files: 0 },
      { field: 'declareFile', code: 'noFile' },
    ],
    [
      { ...FINE, files: limits.MAX_FILES + 1 },
      { field: 'declareFile', code: 'tooManyFiles' },
    ],
    [
      { ...FINE, isCaptchaSolved: false },
      { field: 'captcha', code: 'required' },
    ],
  ])('for %j, reports the problem %j', (circumstances, problem) => {
    expect(whole({}, circumstances)).toEqual(problem ? { problems: [problem] } : { application: values });
  });
});

it('validates an optional field only if it is filled', () => {
  onTestFinished(makeOptional('industry'));
  for (const empty of ['', ' \u3000', undefined])
    expect(whole({ industry: empty })).toEqual({ application: { ...values, industry: '' } });
  expect(filledFields({ ...values, industry: '' })).toEqual(textFields.filter((name) => name !== 'industry'));
  const { max } = fields.industry;
  expect(checkField('industry', 'x'.repeat(max + 1), TODAY)).toEqual({
    problem: { field: 'industry', code: 'tooLong', limit: max },
  });
});

it('keeps the names and the order of exported fields', () => {
  const exported = `
    companyName companyShortName registrationPlace establishmentDate contactPerson contactPhone contactEmail
    industry developmentStage companyDescription
  `;
  expect(textFields).toEqual(words(exported));
});

const check = (field: TextField, value?: string) => checkField(field, value, TODAY);

const requiredTexts = textFields.filter((field) => !isOptional(field));

it.each(requiredTexts)('rejects a %s of whitespace and invisible characters as empty', (field) => {
  for (const empty of [undefined, '', ' ', '\u3000', '\r\n', '\u200b\ufeff', '\u0000', '\u202e'])
    expect(check(field, empty)).toEqual({ problem: { field, code: 'required' } });
});

describe('length limits', () => {
  it.each(freeTextFields)('limits %s in characters of any script', (field) => {
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

  it.each(['a', '𠮷'])('rejects the one-character companyName %j', (name) => {
    expect(check('companyName', name)).toEqual({
      problem: { field: 'companyName', code: 'tooShort', limit: 2 },
    });
  });

  it('counts a line break in companyDescription as one character', () => {
    const { max } = fields.companyDescription;
    const typed = `a\r\n${'b'.repeat(max - 2)}`;
    expect(check('companyDescription', typed)).toEqual({ value: typed.replace('\r\n', '\n') });
    expect(check('companyDescription', `${typed}b`)).toHaveProperty('problem.code', 'tooLong');
  });

  it.each([
    ['contactEmail', 'a@b.c'.padStart(fields.contactEmail.max, 'a'), fields.contactEmail.max],
    ['contactPhone', '1234567'.padStart(fields.contactPhone.max, '-'), fields.contactPhone.max],
  ] as const)('limits the length of %s', (field, text, limit) => {
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
  ['contactEmail', '\u3000a@b.c\u3000', 'a@b.c'],
  ['contactEmail', '\u202aa\u200b@b.c\u202c\ufeff', 'a@b.c'],
  ['contactEmail', 'ａ.b ＠ qq．com。cn', 'a.b@qq.com.cn'],
  ['establishmentDate', limits.EARLIEST_DAY, limits.EARLIEST_DAY],
  ['establishmentDate', '２０２０年１月２日', '2020-01-02'],
  ['establishmentDate', '2026-11-21', '2026-11-21'],
  ['contactPhone', '（０１０）１２３４５６', '(010)123456'],
  ...stages.map((stage) => ['developmentStage', ` ${stage} `, stage] as const),
] as const)('stores the %s %j as %j', (field, typed, stored) => {
  expect(check(field, typed)).toEqual({ value: stored });
});

it.each([
  ['establishmentDate', '2020-02-30', 'notADate'],
  ['establishmentDate', 'yesterday', 'notADate'],
  ['establishmentDate', '0020-01-02', 'tooEarly'],
  ['establishmentDate', '1599-12-31', 'tooEarly'],
  ['establishmentDate', '2026年11月22日', 'inTheFuture'],
  ['establishmentDate', '9999-12-31', 'inTheFuture'],
  ['contactEmail', 'wang.fang', 'email'],
  ['contactEmail', 'a\u3000b@c.d', 'email'],
  ['contactEmail', 'a@b.c\u0000', 'email'],
  ['contactEmail', 'a@b\n.c', 'email'],
  ['developmentStage', 'Seed', 'stage'],
  ['developmentStage', 'toString', 'stage'],
] as const)('rejects the %s %j with the code %s', (field, value, code) => {
  expect(check(field, value)).toEqual({ problem: { field, code } });
});
