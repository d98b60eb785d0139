import { expect, it } from 'vitest';
import { fields, textFields } from '../../rules/fields.ts';
import { MAX_TEXT_BYTES } from '../../rules/limits.ts';
import { createTextCollector } from './parse-body.ts';

const totalBytes = (texts: Record<string, string>): number =>
  Object.values(texts).reduce((sum, text) => sum + Buffer.byteLength(text), 0);
const isWellFormed = (text: string | undefined): boolean => text?.isWellFormed() === true;

it('collects at most MAX_TEXT_BYTES of all fields together', () => {
  const collector = createTextCollector();
  for (const name of [...textFields, 'shownFiles', 'token', 'captcha'])
    collector.add(name, '远'.repeat(20_000));
  expect(totalBytes(collector.values)).toBeLessThanOrEqual(MAX_TEXT_BYTES);
});

it('reports each truncated value as too long', () => {
  const collector = createTextCollector();
  collector.add('industry', 'x'.repeat(MAX_TEXT_BYTES));
  collector.add('contactPerson', 'short', true);
  collector.add('companyName', 'short');
  expect(collector.problems()).toEqual([
    { field: 'industry', code: 'tooLong', limit: fields.industry.max },
    { field: 'contactPerson', code: 'tooLong', limit: fields.contactPerson.max },
  ]);
});

it('stores every other field of the maximum length after a value that exceeds the budget', () => {
  const collector = createTextCollector();
  collector.add('companyName', 'x'.repeat(MAX_TEXT_BYTES));
  const others = textFields.filter((name) => name !== 'companyName');
  const longest = Object.fromEntries(others.map((name) => [name, '𠮷'.repeat(fields[name].max)]));
  const controls = { token: 't'.repeat(120), sealedCode: 's'.repeat(200), submitKey: 'k'.repeat(22) };
  for (const [name, value] of Object.entries({ ...longest, ...controls })) collector.add(name, value);
  expect(collector.values).toMatchObject({ ...longest, ...controls });
});

it('truncates between characters', () => {
  const collector = createTextCollector();
  collector.add('companyDescription', `x${'𠮷'.repeat(MAX_TEXT_BYTES / 4)}`);
  expect(isWellFormed(collector.values.companyDescription)).toBe(true);
});

it('uses the last value of a repeated field and the budget of that value only', () => {
  const collector = createTextCollector();
  collector.add('companyName', 'x'.repeat(MAX_TEXT_BYTES));
  collector.add('companyName', 'Last');
  collector.add('companyDescription', '远'.repeat(15_000));
  expect(collector.values).toEqual({ companyName: 'Last', companyDescription: '远'.repeat(15_000) });
  expect(collector.problems()).toEqual([]);
});

it('uses the first token and the first key', () => {
  const collector = createTextCollector();
  for (const value of ['first', 'later']) {
    collector.add('token', value);
    collector.add('submitKey', value);
  }
  expect(collector.values).toEqual({ token: 'first', submitKey: 'first' });
});

it('ignores unknown fields', () => {
  const collector = createTextCollector();
  for (const name of ['draftId', '__proto__', 'toString', 'items[]']) collector.add(name, 'x');
  expect(collector.values).toEqual({});
});
