import { describe, expect, it, onTestFinished } from 'vitest';
import { checkApplication, checkField } from './check-application.ts';
import {
  type FieldName,
  fieldNames,
  fields,
  filledFields,
  isOptional,
  type TextField,
  textFields,
  type Values,
} from './fields.ts';
import {
  DRAFT_DAYS,
  MAX_DRAFT_AGE_DAYS,
  MAX_DRAFT_BYTES,
  MAX_FILE_BYTES,
  MAX_FILES,
  MAX_PHONE_DIGITS,
  MIN_PHONE_DIGITS,
} from './limits.ts';
import { invalidValues, makeOptional, sampleApplications } from './testing/sample-application.ts';

const TODAY = '2026-11-21';
const FINE = { files: 1, isCaptchaSolved: true };
const values = sampleApplications.zh;
const requiredFields = fieldNames.filter((name) => !isOptional(name));
const check = (field: TextField, value: string) => checkField(field, value, TODAY);
const whole = (changed: Partial<Values>, circumstances = FINE) =>
  checkApplication({ ...values, ...changed }, circumstances, TODAY);

describe('checkApplication', () => {
  it.each(['zh', 'en'] as const)('accepts the sample application (%s)', (language) => {
    const sample = sampleApplications[language];
    expect(checkApplication(sample, FINE, TODAY)).toEqual({ application: sample });
  });

  it('normalises the values', () => {
    const typed = { companyName: ` ${values.companyName} `, establishmentDate: '2020年1月31日' };
    expect(whole(typed)).toEqual({ application: values });
  });

  it('ignores unknown fields', () => {
    const sent = { ...values, captcha: '12345', isAdmin: 'yes' };
    expect(checkApplication(sent, FINE, TODAY)).toEqual({ application: values });
  });

  it('reports every required field of an empty form, in the order of the form', () => {
    const result = checkApplication({}, { files: 0, isCaptchaSolved: false }, TODAY);
    expect(result).toEqual({
      problems: requiredFields.map((field) => ({
        field,
        code: field === 'declareFile' ? 'noFile' : 'required',
      })),
    });
  });

  it('reports problems in the order of the form, not of the POST', () => {
    const sent = Object.fromEntries(
      Object.entries({ ...values, companyDescription: '', companyName: 'a' }).reverse(),
    );
    const result = checkApplication(
      { ...sent, establishmentDate: 'never', contactEmail: 'x' },
      { files: MAX_FILES + 1, isCaptchaSolved: false },
      TODAY,
    );
    expect(result).toEqual({
      problems: [
        { field: 'companyName', code: 'tooShort', limit: 2 },
        { field: 'establishmentDate', code: 'notADate' },
        { field: 'contactEmail', code: 'email' },
        { field: 'companyDescription', code: 'required' },
        { field: 'captcha', code: 'required' },
        { field: 'declareFile', code: 'tooManyFiles' },
      ],
    });
  });

  it.each(textFields)('reports only an invalid %s, with the problem of its own check', (field) => {
    const value = invalidValues[field];
    const alone = check(field, value);
    expect(whole({ [field]: value })).toEqual({ problems: 'problem' in alone ? [alone.problem] : [] });
    expect(alone).toHaveProperty('problem.field', field);
  });

  it('treats values that are not text as empty', () => {
    const sent = {
      ...values,
      companyName: ['a', 'b'] as unknown as string,
      industry: 7 as unknown as string,
    };
    expect(checkApplication(sent, FINE, TODAY)).toEqual({
      problems: [
        { field: 'companyName', code: 'required' },
        { field: 'industry', code: 'required' },
      ],
    });
  });
});

describe('checkApplication, captcha and files', () => {
  const only = (field: FieldName, code: string) => ({ problems: [{ field, code }] });

  it('requires a captcha that is not solved', () => {
    expect(whole({}, { ...FINE, isCaptchaSolved: false })).toEqual(only('captcha', 'required'));
  });

  it.each([1, 2, MAX_FILES])('accepts %i files', (files) => {
    expect(whole({}, { ...FINE, files })).toEqual({ application: values });
  });

  it('rejects no file and too many files', () => {
    expect(whole({}, { ...FINE, files: 0 })).toEqual(only('declareFile', 'noFile'));
    expect(whole({}, { ...FINE, files: MAX_FILES + 1 })).toEqual(only('declareFile', 'tooManyFiles'));
  });
});

describe('an optional field', () => {
  const optionalIndustry = () => onTestFinished(makeOptional('industry'));

  it.each(['', ' \u3000', undefined])('may be empty: %j', (value) => {
    optionalIndustry();
    expect(checkField('industry', value, TODAY)).toEqual({ value: '' });
    expect(whole({ industry: value })).toEqual({ application: { ...values, industry: '' } });
  });

  it('is validated when it is filled', () => {
    optionalIndustry();
    const max = fields.industry.max;
    expect(check('industry', 'x'.repeat(max + 1))).toEqual({
      problem: { field: 'industry', code: 'tooLong', limit: max },
    });
  });

  it('is not shown when it is empty', () => {
    expect(filledFields({ ...values, industry: '' })).toEqual(
      textFields.filter((name) => name !== 'industry'),
    );
  });
});

it('keeps the names and the order of the fields that are exported', () => {
  const released = [
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
  ];
  expect(textFields.filter((name) => released.includes(name))).toEqual(released);
});

it('keeps the limits that applicants were promised', () => {
  const lengths = Object.fromEntries(textFields.map((name) => [name, fields[name].max]));
  expect(lengths).toMatchObject({
    companyName: 100,
    companyShortName: 50,
    registrationPlace: 200,
    contactPerson: 50,
    companyDescription: 2000,
  });
  expect(fields.companyName.min).toBe(2);
  expect([MIN_PHONE_DIGITS, MAX_PHONE_DIGITS]).toEqual([6, 20]);
  expect([MAX_FILES, MAX_FILE_BYTES, MAX_DRAFT_BYTES]).toEqual([10, 10 * 1024 * 1024, 100 * 1024 * 1024]);
  expect([DRAFT_DAYS, MAX_DRAFT_AGE_DAYS]).toEqual([7, 30]);
  expect(fieldNames.filter(isOptional)).toEqual([]);
});
