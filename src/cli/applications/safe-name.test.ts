import { describe, expect, it } from 'vitest';
import { foldName, numberedName } from './safe-name.ts';

const bytes = (name: string) => Buffer.byteLength(name);

describe('file names of an export', () => {
  it.each([
    '计划书（最终版）.pdf',
    'خطة العمل.docx',
    '🚀 पिच डेक.pptx',
    'Geschäftsplan – Überblick.pdf',
    "O'Neil & Söhne; rm -rf.pdf",
    'archive.tar.gz.pdf',
    '𠮷野家.xlsx',
  ])('keep %s', (name) => {
    expect(numberedName(name, 1)).toBe(name);
  });

  it.each([
    ['report.pdf', 2, 'report (2).pdf'],
    ['计划书.pdf', 10, '计划书 (10).pdf'],
    ['noending', 3, 'noending (3)'],
  ])('turn %s, number %d, into %s', (name, number, expected) => {
    expect(numberedName(name, number)).toBe(expected);
  });

  it.each([
    ['报告:第1稿?.pdf', '报告_第1稿_.pdf'],
    ['a<b>c"d|e*.pdf', 'a_b_c_d_e_.pdf'],
    ['con.pdf', '_con.pdf'],
    ['CON.tar.pdf', '_CON.tar.pdf'],
    ['nul', '_nul'],
    ['Aux .pdf', '_Aux .pdf'],
    ['com1.pdf', '_com1.pdf'],
    ['LPT².pdf', '_LPT².pdf'],
    ['console.pdf', 'console.pdf'],
    ['com10.pdf', 'com10.pdf'],
    ['report.pdf. .', 'report.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['..\\..\\boot.pdf', 'boot.pdf'],
    ['..', 'file'],
    ['a\u0000b\u202Efdp.exe', 'abfdp.exe'],
  ])('turn %s into %s', (name, expected) => {
    expect(numberedName(name, 1)).toBe(expected);
  });

  it.each(['计', '🚀', 'é'])('of many %s are shortened to 255 bytes and keep the extension', (one) => {
    for (const number of [1, 2, 10]) {
      const name = numberedName(`${one.repeat(190)}.docx`, number);
      expect(bytes(name)).toBeLessThanOrEqual(255);
      expect(bytes(name)).toBeGreaterThan(255 - bytes(one));
      expect(name.endsWith(number === 1 ? `${one}.docx` : `${one} (${number}).docx`)).toBe(true);
    }
  });

  it('of 255 bytes are kept', () => {
    const name = `${'计'.repeat(83)}ab.pdf`;
    expect(bytes(name)).toBe(255);
    expect(numberedName(name, 1)).toBe(name);
  });

  it('fold to one name if a file system may not tell them apart', () => {
    expect(foldName('Re\u0301sume\u0301.PDF')).toBe(foldName('résumé.pdf'));
    expect(foldName('a.pdf')).not.toBe(foldName('b.pdf'));
  });
});
