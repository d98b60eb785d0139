import { expect, it } from 'vitest';
import {
  accept,
  acceptedExtension,
  cleanFileName,
  extensions,
  fileTypes,
  renameToType,
} from './file-types.ts';
import { MAX_FILE_NAME } from './limits.ts';

it.each([
  ['照片.JPG', 'jpg'],
  ['a.pdf. ', 'pdf'],
  ['a.exe\u0000.pdf', 'pdf'],
  ['a.pdf.exe', undefined],
  ['报告\u202efdp.exe', undefined],
  ['pdf', undefined],
  ['folder.pdf/a', undefined],
  ['a.toString', undefined],
])('acceptedExtension maps the file name %j to %s', (name, extension) => {
  expect(acceptedExtension(name)).toBe(extension);
});

it('lists each extension and each registered type once in `accept`', () => {
  const types = new Set(Object.values(fileTypes));
  expect(accept.split(',')).toEqual([...extensions.map((extension) => `.${extension}`), ...types]);
});

const { docx, xls, pdf } = fileTypes;

it.each([
  ['图纸.JPG', 'image/png', '图纸.png'],
  ['plan.v2.doc', docx, 'plan.v2.docx'],
  ['table.xlsx', xls, 'table.xls'],
  ['plan.docx', pdf, 'plan.pdf'],
  ['photo.JPEG', 'image/jpeg', 'photo.JPEG'],
  ['photo.jfif', 'image/jpeg', 'photo.jfif'],
  ['photo.gif', 'image/jpeg', 'photo.jpg'],
  [`${'远'.repeat(MAX_FILE_NAME - 4)}.doc`, docx, `${'远'.repeat(MAX_FILE_NAME - 5)}.docx`],
])('renameToType renames %s of the type %s to %s', (name, type, expected) => {
  expect(renameToType(name, type)).toBe(expected);
  expect(renameToType(expected, type)).toBe(expected);
});

it.each([
  '年度报告（最终版）　第１版.pdf',
  'می\u200cخواهم.pdf',
  'e\u0301te\u0301 𠮷野家 👨‍👩‍👧.png',
  "a&b'c(d)[e]+g=h,i;j#m$n%2Fb`.pdf",
  'a"b<c>d:e|f?g*h.pdf',
  '__proto__',
])('cleanFileName does not change %j', (name) => {
  expect(cleanFileName(name)).toBe(name);
});

it.each([
  ['../../etc/passwd.pdf', 'passwd.pdf'],
  ['C:\\fakepath\\年报.pdf', '年报.pdf'],
  ['\u202e', 'file'],
  [' .pdf', 'file.pdf'],
  ['.hidden.pdf', 'hidden.pdf'],
  ['a.pdf\u3000\u200b', 'a.pdf'],
  ['a\r\nSet-Cookie: x.pdf', 'aSet-Cookie: x.pdf'],
  ['a\tb\u001bc\u007fd\u0085e\u2028\uffff.pdf', 'abcde.pdf'],
  ['a\ud800.pdf', 'a\ufffd.pdf'],
  ['\u202aa\u2066b\u2069c\u200e\u061c.pdf', 'abc.pdf'],
])('cleanFileName cleans %j to %j', (sent, stored) => {
  expect(cleanFileName(sent)).toBe(stored);
});

it.each([
  [`${'远'.repeat(MAX_FILE_NAME - 4)}.pdf`, `${'远'.repeat(MAX_FILE_NAME - 4)}.pdf`],
  [`${'𠮷'.repeat(MAX_FILE_NAME - 3)}.pdf`, `${'𠮷'.repeat(MAX_FILE_NAME - 4)}.pdf`],
  [`a.${'x'.repeat(MAX_FILE_NAME)}`, `a.${'x'.repeat(MAX_FILE_NAME - 2)}`],
  [`${'a'.repeat(MAX_FILE_NAME - 5)} ${'b'.repeat(99)}.pdf`, `${'a'.repeat(MAX_FILE_NAME - 5)}.pdf`],
  [`${' '.repeat(60_000)}a${' .'.repeat(60_000)}`, 'a'],
])('cleanFileName shortens a name without losing its extension: case %#', (sent, stored) => {
  expect(cleanFileName(sent)).toBe(stored);
  expect(cleanFileName(stored)).toBe(stored);
});
