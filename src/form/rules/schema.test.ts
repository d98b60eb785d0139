import { describe, expect, it } from 'vitest';
import { type FieldName, fieldNames, type TextField, type Values } from './fields.ts';
import { checkApplication, checkField } from './schema.ts';

const TODAY = '2026-11-21';
const FINE = { files: 1, isCaptchaSolved: true };
const values: Values = {
  companyName: '远山投资集团',
  companyShortName: '远山',
  registrationPlace: '北京市海淀区',
  establishmentDate: '2020-01-02',
  contactPerson: '王芳',
  contactPhone: '+86 10 8888 6666',
  contactEmail: 'wang.fang@example.com',
  industry: 'New energy',
  developmentStage: 'growth',
  companyDescription: 'First line\nSecond line',
};
const check = (field: TextField, value: string) => checkField(field, value, TODAY);
const whole = (changed: Partial<Values>, circumstances = FINE) =>
  checkApplication({ ...values, ...changed }, circumstances, TODAY);

describe('an application', () => {
  it('that is right comes back normalised', () => {
    const typed = { companyName: ' 远山投资集团 ', establishmentDate: '2020年1月2日' };
    expect(whole(typed)).toEqual({ application: values });
  });

  it('has its fields and nothing that was sent besides', () => {
    const sent = { ...values, captcha: '12345', isAdmin: 'yes' };
    expect(checkApplication(sent, FINE, TODAY)).toEqual({ application: values });
  });

  it('with nothing in it has all twelve problems, in the order of the form', () => {
    const result = checkApplication({}, { files: 0, isCaptchaSolved: false }, TODAY);
    expect(result).toEqual({
      problems: fieldNames.map((field) => ({
        field,
        code: field === 'declareFile' ? 'noFile' : 'required',
      })),
    });
  });

  it('names its problems in the order of the form, whatever the order they were sent in', () => {
    const sent = Object.fromEntries(
      Object.entries({ ...values, companyDescription: '', companyName: 'a' }).reverse(),
    );
    const result = checkApplication(
      { ...sent, establishmentDate: 'never', contactEmail: 'x' },
      { files: 11, isCaptchaSolved: false },
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

  const wrong: [TextField, string][] = [
    ['companyName', 'a'],
    ['companyShortName', 'a'.repeat(51)],
    ['registrationPlace', ' '],
    ['establishmentDate', '2999-01-01'],
    ['contactPerson', ''],
    ['contactPhone', '12345'],
    ['contactEmail', 'x'],
    ['industry', 'a'.repeat(101)],
    ['developmentStage', 'none'],
    ['companyDescription', 'a'.repeat(2001)],
  ];

  it.each(wrong)('judges %s as the field alone is judged, and only it', (field, value) => {
    const alone = check(field, value);
    expect(whole({ [field]: value })).toEqual({ problems: 'problem' in alone ? [alone.problem] : [] });
    expect(alone).toHaveProperty('problem.field', field);
  });

  it('that was never sent as texts is empty, not a failure of the program', () => {
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

describe('the captcha and the files', () => {
  const only = (field: FieldName, code: string) => ({ problems: [{ field, code }] });

  it('the captcha is required until it is solved', () => {
    expect(whole({}, { ...FINE, isCaptchaSolved: false })).toEqual(only('captcha', 'required'));
  });

  it.each([1, 2, 9, 10])('%i files are taken', (files) => {
    expect(whole({}, { ...FINE, files })).toEqual({ application: values });
  });

  it('no file, and more than ten, are not', () => {
    expect(whole({}, { ...FINE, files: 0 })).toEqual(only('declareFile', 'noFile'));
    expect(whole({}, { ...FINE, files: 11 })).toEqual(only('declareFile', 'tooManyFiles'));
  });
});
