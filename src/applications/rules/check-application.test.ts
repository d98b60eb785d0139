import { expect, it, onTestFinished } from 'vitest';
import { words } from '../../../test/support/words.ts';
import { checkApplication, checkField, isEmail } from './check-application.ts';
import {
  fieldNames,
  fields,
  filledFields,
  isOptional,
  type TextField,
  textFields,
  type Values,
} from './fields.ts';
import * as limits from './limits.ts';
import { fileProblem, inFieldOrder, type Problem } from './problems.ts';
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
const check = (field: TextField, value?: string) => checkField(field, value, TODAY);

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
  const alone = check(field, value);
  expect(alone).toHaveProperty('problem.field', field);
  expect(whole({ [field]: value })).toEqual({ problems: 'problem' in alone ? [alone.problem] : [] });
});

it.each([
  [{ ...FINE, files: limits.MAX_FILES }, undefined],
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

it('validates an optional field only if it is filled', () => {
  onTestFinished(makeOptional('industry'));
  for (const empty of ['', ' \u3000', undefined])
    expect(whole({ industry: empty })).toEqual({ application: { ...values, industry: '' } });
  expect(filledFields({ ...values, industry: '' })).toEqual(textFields.filter((name) => name !== 'industry'));
  expect(check('industry', 'x'.repeat(fields.industry.max + 1))).toHaveProperty('problem.code', 'tooLong');
});

it('keeps the names and the order of exported fields', () => {
  const exported = `
    companyName companyShortName registrationPlace establishmentDate contactPerson contactPhone contactEmail
    industry developmentStage companyDescription
  `;
  expect(textFields).toEqual(words(exported));
});

it.each(requiredFields.filter((name) => textFields.includes(name as TextField)))(
  'rejects a %s of whitespace and invisible characters as empty',
  (field) => {
    for (const empty of [
      undefined,
      ['a', 'b'] as unknown as string,
      '',
      '\u3000',
      '\r\n',
      '\u200b\ufeff',
      '\u0000',
      '\u202e',
    ])
      expect(check(field as TextField, empty)).toEqual({ problem: { field, code: 'required' } });
  },
);

it.each(freeTextFields)('limits %s in characters of any script', (field) => {
  const { min = 1, max } = fields[field];
  for (const character of ['a', '𠮷', '\u0301']) {
    const shortest = `b${character.repeat(min)}`.slice(1);
    expect(check(field, shortest)).toEqual({ value: shortest });
    expect(check(field, ` ${character.repeat(max)}\u3000`)).toEqual({ value: character.repeat(max) });
    const problem = { field, code: 'tooLong', limit: max };
    expect(check(field, character.repeat(max + 1))).toEqual({ problem });
  }
});

it('counts a line break in companyDescription as one character', () => {
  const typed = `a\r\n${'b'.repeat(fields.companyDescription.max - 2)}`;
  expect(check('companyDescription', typed)).toEqual({ value: typed.replace('\r\n', '\n') });
});

const { max: maxEmail } = fields.contactEmail;

it.each([
  ['companyName', ' A\tB\r\nC\u0000 ', 'A B C'],
  ['companyDescription', ' a\r\n\r\nb\t c\u0000 ', 'a\n\nb  c'],
  ['contactEmail', '\u202aa\u200b@b.c\u202c\ufeff\r\n', 'a@b.c'],
  ['contactEmail', 'ａ.b ＠ qq．com。cn', 'a.b@qq.com.cn'],
  ['contactEmail', 'wang@公司.中国', 'wang@xn--55qx5d.xn--fiqs8s'],
  ['contactEmail', 'wang@example.com。', 'wang@example.com'],
  ['contactEmail', 'info＠ Straße。DE', 'info@xn--strae-oqa.de'],
  ['contactEmail', 'a@b.c'.padStart(maxEmail, 'a'), 'a@b.c'.padStart(maxEmail, 'a')],
  ['establishmentDate', limits.EARLIEST_DAY, limits.EARLIEST_DAY],
  ['establishmentDate', '２０２６年１１月２１日', '2026-11-21'],
  ['developmentStage', ' pre-IPO ', 'pre-IPO'],
  ['contactPhone', '123456', '123456'],
  ['contactPhone', '+44 (0)20 7946-0000', '+44 (0)20 7946-0000'],
  ['contactPhone', '（０１０）８８８８－６６６６', '(010)8888-6666'],
  ['contactPhone', '12345678901234567890#123456', '12345678901234567890 ext. 123456'],
] as const)('stores the %s %j as %j', (field, typed, stored) => {
  expect(check(field, typed)).toEqual({ value: stored });
});

it.each([
  ['companyName', '𠮷', 'tooShort'],
  ['establishmentDate', '2020-02-30', 'notADate'],
  ['establishmentDate', '1599-12-31', 'tooEarly'],
  ['establishmentDate', '2026年11月22日', 'inTheFuture'],
  ['contactEmail', 'wang.fang', 'email'],
  ['contactEmail', 'a@b.c\u0000', 'email'],
  ['contactEmail', 'a@b.c'.padStart(maxEmail + 1, 'a'), 'tooLong'],
  ['developmentStage', 'Seed', 'choice'],
  ['developmentStage', 'toString', 'choice'],
  ['contactEmail', '王@公司.中国', 'email'],
  ['contactEmail', 'a@公司.中国:80', 'email'],
  ['contactEmail', 'a@公司.中国/', 'email'],
  ['contactEmail', `a@${'公'.repeat(64)}.中国`, 'email'],
  ['contactEmail', `a@${'公'.repeat(30_000)}`, 'tooLong'],
  ['contactPhone', "=1+1+123456'", 'phone'],
  ['contactPhone', '010-88886666 ext 1234567', 'phoneSeveral'],
  ['contactPhone', '12345 ext. 123', 'phoneTooShort'],
  ['contactPhone', '123456789012345678901', 'phoneTooLong'],
  ['contactPhone', `${'1 '.repeat(30_000)}y`, 'tooLong'],
] as const)('rejects the %s %j with the code %s', (field, value, code) => {
  expect(check(field, value)).toMatchObject({ problem: { field, code } });
});

const EMAILS = [
  'a@b',
  'first.last+tag@EXAMPLE.COM',
  '.@b',
  "!#$%&'*+-/=?^_`{|}~@example.com",
  `a@${'a'.repeat(63)}.com`,
];
const INVALID_EMAILS = [
  ...words(
    '@ a@ a@@b a@.b a@b..c a@-b a@b_c.com a@[127.0.0.1] <name@example.com> a@b.c,d@e.f 用户@example.com',
  ),
  `a@${'a'.repeat(64)}.com`,
  'a@b.c\r\nBcc: x@y.z',
  `${'a'.repeat(60_000)}@${'a.'.repeat(30_000)}`,
];

it("isEmail follows HTML's type=email without backtracking", () => {
  expect(EMAILS.filter((text) => !isEmail(text))).toEqual([]);
  expect(INVALID_EMAILS.filter(isEmail)).toEqual([]);
});

it('inFieldOrder sorts problems by field without reordering those of one field', () => {
  const problems: Problem[] = fieldNames.slice(0, -1).map((field) => ({ field, code: 'required' }));
  const files = ['b.pdf', 'a.pdf'].map((name) => fileProblem({ code: 'fileEmpty' }, name));
  expect(inFieldOrder([...files, ...problems.toReversed()])).toEqual([...problems, ...files]);
});
