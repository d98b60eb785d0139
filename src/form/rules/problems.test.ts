import { describe, expect, it } from 'vitest';
import { fieldNames } from './fields.ts';
import { fieldCodes, fileCodes, fileProblem, inFieldOrder, type Problem, problemKey } from './problems.ts';

describe('problemKey', () => {
  it.each([
    ['required', 'problemRequired'],
    ['notADate', 'problemNotADate'],
    ['fileTooBig', 'problemFileTooBig'],
    ['tooManyFiles', 'problemTooManyFiles'],
  ] as const)('maps %s to %s', (code, key) => {
    expect(problemKey({ code })).toBe(key);
  });

  it('maps every code to its own key', () => {
    const keys = [...fieldCodes, ...fileCodes].map((code) => problemKey({ code }));
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('inFieldOrder', () => {
  const problems: Problem[] = fieldNames.map((field) => ({ field, code: 'required' }));

  it('sorts problems in the order of the form', () => {
    expect(inFieldOrder(problems.toReversed())).toEqual(problems);
  });

  it('keeps the order of problems of one field and does not change its argument', () => {
    const files = ['b.pdf', 'a.pdf'].map((name) => fileProblem({ code: 'fileEmpty' }, name));
    const given: Problem[] = [...files, { field: 'captcha', code: 'captcha' }];
    expect(inFieldOrder(given)).toEqual([{ field: 'captcha', code: 'captcha' }, ...files]);
    expect(given).toHaveLength(3);
    expect(given[0]).toBe(files[0]);
  });
});
