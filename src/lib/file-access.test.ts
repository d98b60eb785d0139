import path from 'node:path';
import { expect, it } from 'vitest';
import { explainNoAccess, findExisting, findUserName, giveTo, toSudoUser } from './file-access.ts';

it('finds the first existing folder above a path', () => {
  expect(findExisting(path.join(import.meta.dirname, 'no/such/folder'))).toBe(import.meta.dirname);
  expect(findExisting(import.meta.filename)).toBe(import.meta.filename);
});

it('explains nothing for a usable file, a usable folder and a missing file', () => {
  const missing = path.join(import.meta.dirname, 'missing');
  for (const file of [import.meta.filename, import.meta.dirname, missing])
    expect(explainNoAccess(file, giveTo(file))).toBeUndefined();
});

it('names users, and numbers without a name', () => {
  const users = [findUserName(0), findUserName(54_321)];
  expect([users, users.map(toSudoUser)]).toEqual([
    ['root', '54321'],
    ['root', "'#54321'"],
  ]);
});
