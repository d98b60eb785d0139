import { describe, expect, it } from 'vitest';
import {
  accept,
  cleanFileName,
  extensionOf,
  extensions,
  knownExtension,
  shortenFileName,
} from './file-types.ts';
import { MAX_FILE_NAME } from './limits.ts';

it.each([
  ['照片.JPG', 'jpg'],
  ['a.pdf.exe', undefined],
  ['a.docm', undefined],
  ['a.svg', undefined],
  ['pdf', undefined],
  ['a.toString', undefined],
  ['a.__proto__', undefined],
])('knownExtension maps the file name %j to %s', (name, extension) => {
  expect(knownExtension(name)).toBe(extension);
});

it('lists each extension and each registered type once in `accept`', () => {
  expect(accept.split(',').slice(0, 11)).toEqual(extensions.map((extension) => `.${extension}`));
  expect(accept.split(',').slice(11)).toEqual([
    'application/pdf',
    'application/msword',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.ms-excel',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.ms-powerpoint',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    'image/jpeg',
    'image/png',
    'image/gif',
  ]);
});

/** Names in any script, and with characters that are dangerous only in other contexts. */
const UNCHANGED = [
  '年度报告（最终版）　第１版.pdf',
  'خطة العمل.pdf',
  'می\u200cخواهم.pdf',
  'e\u0301te\u0301 𠮷野家 👨‍👩‍👧.png',
  "a&b'c(d)[e]+g=h,i;j#m$n%2Fb`.pdf",
  'a"b<c>d:e|f?g*h.pdf',
  'a.b.c.tar.gz',
  'no extension',
  '__proto__',
  'a  b .pdf',
];

const CLEANED: [sent: string, stored: string][] = [
  ['/etc/passwd', 'passwd'],
  ['../../etc/passwd.pdf', 'passwd.pdf'],
  ['C:\\fakepath\\年报.pdf', '年报.pdf'],
  ['a/b\\c/d.pdf', 'd.pdf'],
  ['folder/', 'folder'],
  ['', 'file'],
  ['..', 'file'],
  ['../../..', 'file'],
  ['   ', 'file'],
  ['\u202e', 'file'],
  ['.pdf', 'file.pdf'],
  [' .pdf', 'file.pdf'],
  ['.hidden.pdf', 'hidden.pdf'],
  ['a.pdf . .', 'a.pdf'],
  ['a.pdf\u3000', 'a.pdf'],
  ['a.pdf\u200b\u200d', 'a.pdf'],
  ['\u200d.pdf', 'file.pdf'],
  ['a.php\u0000.pdf', 'a.php.pdf'],
  ['a\r\nSet-Cookie: x.pdf', 'aSet-Cookie: x.pdf'],
  ['a\tb\u001bc\u007fd\u0085e\u2028.pdf', 'abcde.pdf'],
  ['\ufeffa\uffff.pdf', 'a.pdf'],
  ['a\ud800.pdf', 'a\ufffd.pdf'],
  ['报告\u202efdp.exe', '报告fdp.exe'],
  ['\u202aa\u2066b\u2069c\u200e\u061c.pdf', 'abc.pdf'],
];

/** Names of at least MAX_FILE_NAME characters. */
const SHORTENED: [sent: string, stored: string][] = [
  [`${'远'.repeat(MAX_FILE_NAME - 4)}.pdf`, `${'远'.repeat(MAX_FILE_NAME - 4)}.pdf`],
  [`${'𠮷'.repeat(MAX_FILE_NAME - 3)}.pdf`, `${'𠮷'.repeat(MAX_FILE_NAME - 4)}.pdf`],
  ['a'.repeat(MAX_FILE_NAME + 1), 'a'.repeat(MAX_FILE_NAME)],
  [`a.${'x'.repeat(MAX_FILE_NAME)}`, `a.${'x'.repeat(MAX_FILE_NAME - 2)}`],
  [`a.${'x'.repeat(17)}`, `a.${'x'.repeat(17)}`],
  [`${'a'.repeat(MAX_FILE_NAME + 1)}.a b`, 'a'.repeat(MAX_FILE_NAME)],
  [`${'a'.repeat(MAX_FILE_NAME - 5)} ${'b'.repeat(99)}.pdf`, `${'a'.repeat(MAX_FILE_NAME - 5)}.pdf`],
  [`/${'a/'.repeat(300)}b.pdf`, 'b.pdf'],
  [`${' '.repeat(60_000)}a${' .'.repeat(60_000)}`, 'a'],
];

describe('cleanFileName', () => {
  it.each(UNCHANGED)('does not change the file name %j', (name) => {
    expect(cleanFileName(name)).toBe(name);
  });

  it.each(CLEANED)('cleans the file name %j to %j', (sent, stored) => {
    expect(cleanFileName(sent)).toBe(stored);
  });

  it.each(SHORTENED)(
    'shortens a name to MAX_FILE_NAME without losing its extension: case %#',
    (sent, stored) => {
      expect(cleanFileName(sent)).toBe(stored);
      expect(cleanFileName(stored)).toBe(stored);
    },
  );
});

it('shortenFileName supports limits in bytes', () => {
  const bytes = (text: string) => new TextEncoder().encode(text).length;
  const short = shortenFileName(`${'远'.repeat(MAX_FILE_NAME - 4)}.pdf`, 255, bytes);
  expect(short).toBe(`${'远'.repeat(83)}.pdf`);
  expect(shortenFileName('a.pdf', 5, bytes)).toBe('a.pdf');
});

it.each([
  ['a.PDF', 'pdf'],
  ['a.tar.gz', 'gz'],
  ['a.pdf. ', 'pdf'],
  ['.pdf', 'pdf'],
  ['a.pdf.exe', 'exe'],
  ['报告\u202efdp.exe', 'exe'],
  ['a.exe\u0000.pdf', 'pdf'],
  ['pdf', ''],
  ['a.', ''],
  ['folder.pdf/a', ''],
  ['a.p df', ''],
  ['a．pdf', ''],
  [`a.${'x'.repeat(16)}`, 'x'.repeat(16)],
  [`a.${'x'.repeat(17)}`, ''],
])('extensionOf maps the file name %j to %j', (name, extension) => {
  expect(extensionOf(name)).toBe(extension);
});
