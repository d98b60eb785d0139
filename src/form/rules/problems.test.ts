import { describe, expect, it } from 'vitest';
import { fieldNames, textFields } from './fields.ts';
import { fieldCodes, fileCodes, fileProblem, inFieldOrder, type Problem, problemKey } from './problems.ts';

describe('a problem', () => {
  it.each([
    ['required', 'problemRequired'],
    ['notADate', 'problemNotADate'],
    ['fileTooBig', 'problemFileTooBig'],
    ['tooManyFiles', 'problemTooManyFiles'],
  ] as const)('%s has the text %s', (code, key) => {
    expect(problemKey({ code })).toBe(key);
  });

  it('has a key of its own for every code', () => {
    const keys = [...fieldCodes, ...fileCodes].map((code) => problemKey({ code }));
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('the order of problems', () => {
  const problems: Problem[] = fieldNames.map((field) => ({ field, code: 'required' }));

  it('is that of the form', () => {
    expect(inFieldOrder(problems.toReversed())).toEqual(problems);
  });

  it('keeps several of one field as they came, and the list it was given', () => {
    const files = ['b.pdf', 'a.pdf'].map((name) => fileProblem({ code: 'fileEmpty' }, name));
    const given: Problem[] = [...files, { field: 'captcha', code: 'captcha' }];
    expect(inFieldOrder(given)).toEqual([{ field: 'captcha', code: 'captcha' }, ...files]);
    expect(given).toHaveLength(3);
    expect(given[0]).toBe(files[0]);
  });
});

it('has the twelve fields of the design, ten of them texts', () => {
  expect(fieldNames).toHaveLength(12);
  expect([...textFields, 'captcha', 'declareFile']).toEqual([...fieldNames]);
});
