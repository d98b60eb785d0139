import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  type FieldName,
  fieldNames,
  isOptional,
  type TextField,
  textFields,
} from '../../src/applications/rules/fields.ts';
import { makeOptional } from '../../src/applications/rules/testing/sample-application.ts';
import { type Language, languages } from '../../src/i18n/languages.ts';
import { texts } from '../../src/i18n/set-up.ts';
import type { FormModel } from '../../views/forms/application-form.model.ts';
import { ApplicationForm } from '../../views/forms/application-form.tsx';
import { Field } from '../../views/forms/field.tsx';
import { freshForm } from '../support/fresh-form.ts';
import { allIn, type Element, readPage, textOf } from '../support/html.ts';

const TODAY = '2026-11-21';

const emptyForm = freshForm({
  action: '/en/work-with-us/application',
  hasSession: false,
  captcha: { isSolved: false, sealed: 'sealed-1', typed: '12' },
  today: TODAY,
});
const problemOf = (field: FieldName) => ({ field, text: `Something is wrong with ${field}` });
const faultyForm: FormModel = {
  ...emptyForm,
  problems: fieldNames.map(problemOf),
  files: [{ id: 'f1', name: '营业执照.pdf', size: '1 MB' }],
};

const read = (node: ReactElement) =>
  readPage(
    `<html lang="en"><head><title>t</title></head><body><main><h1>h</h1>${renderToString(node)}</main></body></html>`,
  );
const readForm = (form: FormModel, language: Language = 'en') =>
  read(<ApplicationForm form={form} texts={texts(language)} language={language} />);
type Read = ReturnType<typeof read>;

const byId = (page: Read, id: string | undefined): Element | undefined =>
  allIn(page.main, '*').find(({ attributes }) => attributes.id === id);
const controls = (page: Read): Element[] =>
  ['input', 'select', 'textarea']
    .flatMap((tag) => page.all(tag))
    .filter(({ attributes }) => attributes.type !== 'hidden');
const described = (page: Read, name: string): string =>
  (byId(page, name)?.attributes['aria-describedby'] ?? '')
    .split(' ')
    .map((id) => {
      const element = byId(page, id);
      return element ? textOf(element) : `no ${id}`;
    })
    .join(' ');

const sentenceOf = (language: Language): string => {
  const { allRequired, requiredUnlessOptional } = texts(language);
  return textFields.some(isOptional) ? requiredUnlessOptional : allRequired;
};

describe.each(languages)('the form (%s)', (language) => {
  it('renders the fields in order with labels', () => {
    const page = readForm(emptyForm, language);
    const names = allIn(page.main, '*').flatMap(({ tag, attributes }) =>
      ['input', 'select', 'textarea'].includes(tag) && attributes.type !== 'hidden' ? attributes.name : [],
    );
    expect(names).toEqual(fieldNames);
    const labelled = page.all('label').map(({ attributes }) => attributes.for);
    for (const name of fieldNames) expect(labelled).toContain(name);
  });

  it('states once above the first field which fields are required', () => {
    const page = readForm(faultyForm, language);
    const [sentence, ...more] = page
      .all('p', { class: 'hint' })
      .filter((hint) => textOf(hint) === sentenceOf(language));
    expect([sentence !== undefined, more.length]).toEqual([true, 0]);
    expect(page.mainText.indexOf(sentenceOf(language))).toBeLessThan(
      page.mainText.indexOf(texts(language).companyNameHint),
    );
    for (const { attributes } of controls(page)) {
      const name = attributes.name as FieldName;
      expect(attributes['aria-required'] === 'true', name).toBe(!isOptional(name));
    }
  });

  it('marks an optional field in its label', () => {
    onTestFinished(makeOptional('industry'));
    const page = readForm(emptyForm, language);
    expect(page.all('label', { for: 'industry' }).map(textOf)).toEqual([
      texts(language).industry + texts(language).optional,
    ]);
    expect(byId(page, 'industry')?.attributes).not.toHaveProperty('aria-required');
    expect(page.mainText).toContain(texts(language).requiredUnlessOptional);
  });

  it('does not limit the length of typed text', () => {
    const page = readForm(faultyForm, language);
    for (const { attributes } of controls(page)) expect(Object.keys(attributes)).not.toContain('maxlength');
    expect(page.mainText).not.toMatch(/\{\{|\}\}/u);
    expect(page.one('ul', { id: '_uploads' }).attributes['data-running']).toContain('{{percent}}');
  });
});

describe('problems of the form', () => {
  const page = readForm(faultyForm);

  it.each(fieldNames)('shows a problem of %s in the summary and at the field', (name) => {
    const [link] = page.all('a', { href: `#${name}` });
    expect(link && textOf(link)).toBe(problemOf(name).text);
    expect(byId(page, name)?.attributes['aria-invalid']).toBe('true');
    expect(described(page, name)).toContain(`Error: ${problemOf(name).text}`);
    expect(described(page, name)).not.toMatch(/\bno /u);
    expect(byId(page, `${name}-field`)?.attributes.class).toBe('field field-wrong');
  });

  it('focuses the error summary', () => {
    const { attributes } = page.one('div', { id: '_problems' });
    expect(attributes).toMatchObject({ role: 'alert', tabindex: '-1' });
    expect(attributes).toHaveProperty('autofocus');
    const heading = byId(page, attributes['aria-labelledby']);
    expect([heading?.tag, heading && textOf(heading)]).toEqual(['h2', 'There is a problem']);
    expect(readForm(emptyForm).all('div', { id: '_problems' })).toEqual([]);
  });

  it('shows a problem without a field above the others', () => {
    const alert = { heading: 'Submission failed', text: 'Please submit it again' };
    const summary = readForm({ ...faultyForm, alert }).one('div', { id: '_problems' });
    expect(textOf(summary)).toMatch(/^Submission failed\s*Please submit it again.*Something is wrong/u);
  });
});

it.each(languages)('renders a hidden submit button first and a visible one last (%s)', (language) => {
  const buttons = readForm(faultyForm, language).all('button');
  const values = ['submit', 'new-code', 'f1', 'upload', 'submit'];
  expect(buttons.map(({ attributes }) => attributes.value)).toEqual(values);
  expect(buttons.map(({ attributes }) => attributes.type)).toEqual(values.map(() => 'submit'));
  const [first, last] = [buttons[0], buttons.at(-1)];
  expect(first?.attributes).toMatchObject({ name: 'action', tabindex: '-1', hidden: expect.anything() });
  expect(last?.attributes).toMatchObject({ name: 'action' });
  expect(Object.keys(last?.attributes ?? {})).not.toEqual(expect.arrayContaining(['formaction', 'hidden']));
  expect(last && textOf(last)).toBe({ en: 'Submit application', zh: '提交申请' }[language]);
});

it.each([
  ['', 'date'],
  ['2020年1月2日', 'text'],
  ['2020-02-30', 'text'],
])('shows the date %j in an input of type %s', (value, type) => {
  const page = readForm({ ...emptyForm, values: { establishmentDate: value } });
  const { attributes } = page.one('input', { id: 'establishmentDate' });
  expect(attributes).toMatchObject({ type, value, ...(type === 'date' && { max: TODAY }) });
});

describe('field validation', () => {
  it.each<[TextField, string]>([
    ['companyName', ' as <typed> '],
    ['developmentStage', 'seed'],
  ])('field validation renders %s like the form', (field, value) => {
    const problem = problemOf(field);
    const form = { ...emptyForm, values: { [field]: value }, problems: [problem] };
    const alone = read(
      <Field name={field} value={value} problem={problem.text} today={TODAY} texts={texts('en')} />,
    );
    expect(byId(alone, `${field}-field`)).toEqual(byId(readForm(form), `${field}-field`));
  });

  it('each text field requests only its own validation', () => {
    const checking = allIn(readForm(emptyForm).main, '*').flatMap(
      ({ attributes }) => attributes['hx-post'] ?? [],
    );
    expect(checking.slice(1)).toEqual(textFields.map((check) => `?check=${check}`));
  });
});
