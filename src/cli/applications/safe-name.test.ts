import { expect, it } from 'vitest';
import { foldName, numberedName } from './safe-name.ts';

const bytes = (name: string) => Buffer.byteLength(name);

it.each([
  '计划书（最终版）.pdf',
  '🚀 पिच डेक.pptx',
  "O'Neil & Söhne; rm -rf.pdf",
  'archive.tar.gz.pdf',
  'console.pdf',
  'com10.pdf',
])('keeps the file name %s', (name) => {
  expect(numberedName(name, 1)).toBe(name);
});

it.each([
  ['report.pdf', 2, 'report (2).pdf'],
  ['计划书.pdf', 10, '计划书 (10).pdf'],
  ['noending', 3, 'noending (3)'],
])('numbers the file name %s with %d', (name, number, expected) => {
  expect(numberedName(name, number)).toBe(expected);
});

it.each([
  ['报告:第1稿?.pdf', '报告_第1稿_.pdf'],
  ['a<b>c"d|e*.pdf', 'a_b_c_d_e_.pdf'],
  ['CON.tar.pdf', '_CON.tar.pdf'],
  ['nul', '_nul'],
  ['Aux .pdf', '_Aux .pdf'],
  ['LPT².pdf', '_LPT².pdf'],
  ['report.pdf. .', 'report.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['..\\..\\boot.pdf', 'boot.pdf'],
  ['..', 'file'],
  ['a\u0000b\u202Efdp.exe', 'abfdp.exe'],
])('makes the file name %j safe for every system', (name, expected) => {
  expect(numberedName(name, 1)).toBe(expected);
});

it.each(['计', '🚀', 'é'])('shortens a file name of many %s to 255 bytes and keeps its extension', (one) => {
  for (const number of [1, 2, 10]) {
    const name = numberedName(`${one.repeat(190)}.docx`, number);
    expect(bytes(name)).toBeLessThanOrEqual(255);
    expect(bytes(name)).toBeGreaterThan(255 - bytes(one));
    expect(name.endsWith(number === 1 ? `${one}.docx` : `${one} (${number}).docx`)).toBe(true);
  }
  const longest = `${'计'.repeat(83)}ab.pdf`;
  expect([bytes(longest), numberedName(longest, 1)]).toEqual([255, longest]);
});

it('folds file names that a file system may not tell apart', () => {
  expect(foldName('Re\u0301sume\u0301.PDF')).toBe(foldName('résumé.pdf'));
  expect(foldName('a.pdf')).not.toBe(foldName('b.pdf'));
});
