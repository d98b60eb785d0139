import { describe, expect, it } from 'vitest';
import { cleanFileName, extensionOf, shortenFileName } from './file-names.ts';
import { MAX_FILE_NAME } from './limits.ts';

const SCRIPTS = [
  'report 2030.pdf',
  '年度报告（最终版）.pdf',
  '年度報告書.docx',
  '年次報告・第１版.xlsx',
  '연간 보고서.pptx',
  'Годовой отчёт.doc',
  'Ετήσια έκθεση.xls',
  'תוכנית עסקית.pdf',
  'خطة العمل.pdf',
  'می\u200cخواهم.pdf',
  'वार्षिक रिपोर्ट.pdf',
  'รายงานประจำปี.pdf',
  'Jahresübersicht.pdf',
  'e\u0301te\u0301.pdf',
  '𠮷野家.pdf',
  '👨‍👩‍👧.png',
  '\ue000.pdf',
  "a&b'c(d)[e]{f}+g=h,i;j@k!l#m$n%o^p~q`.pdf",
  'a"b<c>d:e|f?g*h.pdf',
  '100%.pdf',
  'a%2Fb.pdf',
  'a.b.c.tar.gz',
  'no extension',
  '__proto__',
  'con.pdf',
  'a  b.pdf',
  '远山　集团.pdf',
];

const CLEANED: [sent: string, kept: string][] = [
  ['/etc/passwd', 'passwd'],
  ['../../etc/passwd.pdf', 'passwd.pdf'],
  ['..\\..\\windows\\system.pdf', 'system.pdf'],
  ['C:\\fakepath\\年报.pdf', '年报.pdf'],
  ['/home/用户/年报.pdf', '年报.pdf'],
  ['a/b\\c/d.pdf', 'd.pdf'],
  ['folder/', 'folder'],
  ['', 'file'],
  ['.', 'file'],
  ['..', 'file'],
  ['...', 'file'],
  ['../../..', 'file'],
  ['/', 'file'],
  ['\\\\', 'file'],
  ['   ', 'file'],
  ['\u0000', 'file'],
  ['\u202e', 'file'],
  ['.pdf', 'file.pdf'],
  ['..pdf', 'file.pdf'],
  [' .pdf', 'file.pdf'],
  ['.hidden.pdf', 'hidden.pdf'],
  ['a.pdf.', 'a.pdf'],
  ['a.pdf...', 'a.pdf'],
  ['a.pdf ', 'a.pdf'],
  ['a.pdf . .', 'a.pdf'],
  ['a.pdf\u3000', 'a.pdf'],
  ['a.pdf\u00a0', 'a.pdf'],
  ['a.pdf\u200b', 'a.pdf'],
  ['a.pdf\u200d', 'a.pdf'],
  ['  a.pdf', 'a.pdf'],
  ['a .pdf', 'a .pdf'],
  ['\u200d.pdf', 'file.pdf'],
  [`${'\u200d'.repeat(300)}.pdf`, 'file.pdf'],
  ['a.pdf\u0000', 'a.pdf'],
  ['a.php\u0000.pdf', 'a.php.pdf'],
  ['a\r\nSet-Cookie: x.pdf', 'aSet-Cookie: x.pdf'],
  ['a\tb\u001bc\u007fd\u0085e.pdf', 'abcde.pdf'],
  ['a\u2028b\u2029c.pdf', 'abc.pdf'],
  ['\ufeffa.pdf', 'a.pdf'],
  ['a\ud800.pdf', 'a\ufffd.pdf'],
  ['a\uffff.pdf', 'a.pdf'],
  ['报告\u202efdp.exe', '报告fdp.exe'],
  ['\u202aa\u202b\u202c\u202d.pdf', 'a.pdf'],
  ['\u2066a\u2067b\u2068c\u2069.pdf', 'abc.pdf'],
  ['a\u200e\u200f\u061c.pdf', 'a.pdf'],
  ['a.\u202epdf', 'a.pdf'],
  ['a.pdf/.', 'file'],
];

describe('cleanFileName', () => {
  it.each(SCRIPTS)('keeps %j', (name) => {
    expect(cleanFileName(name)).toBe(name);
  });

  it.each(CLEANED)('cleans %j to %j', (sent, kept) => {
    expect(cleanFileName(sent)).toBe(kept);
  });

  it.each([...SCRIPTS, ...CLEANED.map(([sent]) => sent)])('does not change the cleaned %j again', (name) => {
    expect(cleanFileName(cleanFileName(name))).toBe(cleanFileName(name));
  });
});

describe('cleanFileName, long name', () => {
  it.each(['a', '远', '𠮷', '😀'])(
    'shortens a name of too many %s to MAX_FILE_NAME and keeps the extension',
    (character) => {
      expect(cleanFileName(`${character.repeat(MAX_FILE_NAME)}.pdf`)).toBe(
        `${character.repeat(MAX_FILE_NAME - 4)}.pdf`,
      );
    },
  );

  it('does not shorten a name of MAX_FILE_NAME characters', () => {
    expect(cleanFileName(`${'远'.repeat(MAX_FILE_NAME - 4)}.pdf`)).toBe(
      `${'远'.repeat(MAX_FILE_NAME - 4)}.pdf`,
    );
    expect(cleanFileName(`${'远'.repeat(MAX_FILE_NAME - 3)}.pdf`)).toBe(
      `${'远'.repeat(MAX_FILE_NAME - 4)}.pdf`,
    );
    expect(cleanFileName(`${'远'.repeat(MAX_FILE_NAME - 5)}.docx`)).toBe(
      `${'远'.repeat(MAX_FILE_NAME - 5)}.docx`,
    );
  });

  it.each([
    ['a'.repeat(MAX_FILE_NAME + 1), 'a'.repeat(MAX_FILE_NAME)],
    [`a.${'x'.repeat(MAX_FILE_NAME)}`, `a.${'x'.repeat(MAX_FILE_NAME - 2)}`],
    [`${'a'.repeat(MAX_FILE_NAME + 1)}.a b`, 'a'.repeat(MAX_FILE_NAME)],
    [`${'a'.repeat(MAX_FILE_NAME - 5)} ${'b'.repeat(99)}.pdf`, `${'a'.repeat(MAX_FILE_NAME - 5)}.pdf`],
    [`${'a'.repeat(MAX_FILE_NAME - 5)}.${'b'.repeat(99)}.pdf`, `${'a'.repeat(MAX_FILE_NAME - 5)}.pdf`],
    [`${'.'.repeat(300)}.pdf`, 'file.pdf'],
    [`/${'a/'.repeat(300)}b.pdf`, 'b.pdf'],
  ])('shortens a name without an extension or with dots at the cut: case %#', (sent, kept) => {
    expect(cleanFileName(sent)).toBe(kept);
    expect(cleanFileName(kept)).toBe(kept);
  });

  it('shortenFileName can measure bytes', () => {
    const bytes = (text: string) => new TextEncoder().encode(text).length;
    const short = shortenFileName(`${'远'.repeat(MAX_FILE_NAME - 4)}.pdf`, 255, bytes);
    expect(short).toBe(`${'远'.repeat(83)}.pdf`);
    expect(bytes(short)).toBe(253);
    expect(shortenFileName('a.pdf', 255, bytes)).toBe('a.pdf');
  });

  it('cleans very long names', () => {
    expect(cleanFileName(`${' '.repeat(60_000)}a${' .'.repeat(60_000)}`)).toBe('a');
  });
});

describe('extensionOf', () => {
  it.each([
    ['a.pdf', 'pdf'],
    ['a.PDF', 'pdf'],
    ['a.Docx', 'docx'],
    ['a.tar.gz', 'gz'],
    ['年报.xlsx', 'xlsx'],
    ['a.pdf ', 'pdf'],
    ['a.pdf.', 'pdf'],
    ['.pdf', 'pdf'],
    ['a.pdf.exe', 'exe'],
    ['报告\u202efdp.exe', 'exe'],
    ['a.exe\u0000.pdf', 'pdf'],
    ['pdf', ''],
    ['a', ''],
    ['a.', ''],
    ['', ''],
    ['folder.pdf/a', ''],
    ['a.p df', ''],
    ['a．pdf', ''],
    ['a.GİF', 'gi̇f'],
    [`${'a'.repeat(300)}.pdf`, 'pdf'],
  ])('returns for %j: %j', (name, extension) => {
    expect(extensionOf(name)).toBe(extension);
  });
});
