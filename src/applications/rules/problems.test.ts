import { expect, it } from 'vitest';
import { fieldNames } from './fields.ts';
import { fieldCodes, fileCodes, fileProblem, inFieldOrder, type Problem, problemKey } from './problems.ts';

it('problemKey maps every code to a unique key', () => {
  expect(problemKey({ code: 'notADate' })).toBe('problemNotADate');
  const keys = [...fieldCodes, ...fileCodes].map((code) => problemKey({ code }));
  expect(new Set(keys).size).toBe(keys.length);
});

it('inFieldOrder sorts problems by field without reordering those of one field', () => {
  const problems: Problem[] = fieldNames.slice(0, -1).map((field) => ({ field, code: 'required' }));
  const files = ['b.pdf', 'a.pdf'].map((name) => fileProblem({ code: 'fileEmpty' }, name));
  const given = [...files, ...problems.toReversed()];
  expect(inFieldOrder(given)).toEqual([...problems, ...files]);
  expect(given[0]).toBe(files[0]);
});
