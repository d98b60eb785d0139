import { describe, expect, it } from 'vitest';
import { readVerdict } from './verdict.ts';

const verdict = (text: string, isWhole = true) => readVerdict({ text, isWhole });

describe('the verdict', () => {
  it('is clean for the very words alone', () => {
    expect(verdict('stream: OK')).toEqual({ scan: 'clean' });
  });

  it.each([
    'Eicar-Test-Signature',
    'Heuristics.OLE2.ContainsMacros',
    'Heuristics.EncryptedThing',
    'a FOUND b',
  ])('is infected for the signature %s', (signature) => {
    expect(verdict(`stream: ${signature} FOUND`)).toEqual({ scan: 'infected', signature });
  });

  it.each([
    'Heuristics.Limits.Exceeded',
    'Heuristics.Limits.Exceeded.MaxFileSize',
    'Heuristics.Limits.Exceeded.MaxRecursion',
    'Heuristics.Encrypted.Zip',
    'Heuristics.Encrypted.PDF',
  ])('is that the file was not looked at, for %s: held, by the file itself', (name) => {
    expect(verdict(`stream: ${name} FOUND`)).toEqual({ scan: 'held', reason: name, isDaemons: false });
  });

  it('holds a file that is larger than the daemon takes, also when it says so in between', () => {
    for (const isWhole of [true, false]) {
      expect(verdict('INSTREAM size limit exceeded. ERROR', isWhole)).toMatchObject({
        scan: 'held',
        isDaemons: false,
      });
    }
  });

  it.each([
    '',
    'OK',
    'stream: ok',
    'stream: OK ',
    ' stream: OK',
    'stream: OK\0stream: OK',
    'stream: OK\n',
    'stream:  FOUND',
    'stream: a ERROR',
    'UNKNOWN COMMAND',
    'PONG',
    'stream: OK FOUND FOUN',
    'fd[10]: OK',
    '<html>OK</html>',
  ])('holds a file for the answer %j', (text) => {
    expect(verdict(text)).toEqual({ scan: 'held', reason: 'unclear answer', isDaemons: true });
  });

  it.each(['stream: OK', 'stream: Test.Virus FOUND'])('holds a file that had not come whole: %s', (text) => {
    expect(verdict(text, false)).toMatchObject({ scan: 'held', isDaemons: true });
  });
});
