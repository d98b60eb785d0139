import { describe, expect, it, onTestFinished } from 'vitest';
import { checkApplication, checkField } from './check-application.ts';
import { fieldNames, fields, filledFields, isOptional, textFields, type Values } from './fields.ts';
import * as limits from './limits.ts';
import { invalidValues, makeOptional, sampleApplications } from './testing/sample-application.ts';

const TODAY = '2026-11-21';
const FINE = { files: 1, isCaptchaSolved: true };
const values = sampleApplications.zh;
const requiredFields = fieldNames.filter((name) => !isOptional(name));
const whole = (changed: Partial<Values>, circumstances = FINE) =>
  checkApplication({ ...values, ...changed }, circumstances, TODAY);

describe('checkApplication', () => {
  it('accepts and normalises the fields of the form, and ignores others', () => {
    const typed = { companyName: ` ${values.companyName} `, establishmentDate: '2020年1月31日' };
    const sent = { ...values, ...typed, captcha: '12345', isAdmin: 'yes' };
    expect(checkApplication(sent, FINE, TODAY)).toEqual({ application: values });
  });

  it('reports every required field of an empty form, in the order of the form', () => {
    const codeOf = (field: string) => (field === 'declareFile' ? 'noFile' : 'required');
    expect(checkApplication({}, { files: 0, isCaptchaSolved: false }, TODAY)).toEqual({
      problems: requiredFields.map((field) => ({ field, code: codeOf(field) })),
    });
  });

  it.each(textFields)('reports only an invalid %s, with the problem of its own check', (field) => {
    const value = invalidValues[field];
    const alone = checkField(field, value, TODAY);
    expect(alone).toHaveProperty('problem.field', field);
    expect(whole({ [field]: value })).toEqual({ problems: 'problem' in alone ? [alone.problem] : [] });
  });

  it('treats a field that was sent twice as empty', () => {
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
  ])('with %j reports %j', (circumstances, problem) => {
    expect(whole({}, circumstances)).toEqual(problem ? { problems: [problem] } : { application: values });
  });
});

it('an optional field may be empty and is then not shown, and is validated when it is filled', () => {
  onTestFinished(makeOptional('industry'));
  for (const empty of ['', ' \u3000', undefined])
    expect(whole({ industry: empty })).toEqual({ application: { ...values, industry: '' } });
  expect(filledFields({ ...values, industry: '' })).toEqual(textFields.filter((name) => name !== 'industry'));
  const { max } = fields.industry;
  expect(checkField('industry', 'x'.repeat(max + 1), TODAY)).toEqual({
    problem: { field: 'industry', code: 'tooLong', limit: max },
  });
});

it('keeps the names and the order of the fields that exports contain', () => {
  expect(textFields).toEqual([
    'companyName',
    'companyShortName',
    'registrationPlace',
    'establishmentDate',
    'contactPerson',
    'contactPhone',
    'contactEmail',
    'industry',
    'developmentStage',
    'companyDescription',
  ]);
});
