import { describe, expect, it } from 'vitest';
import { readVerdict } from './verdict.ts';

const verdict = (text: string, isWhole = true) => readVerdict({ text, isWhole });

describe('readVerdict', () => {
  it('returns clean only for the exact text', () => {
    expect(verdict('stream: OK')).toEqual({ scan: 'clean' });
  });

  it.each([
    'Eicar-Test-Signature',
    'Heuristics.OLE2.ContainsMacros',
    'Heuristics.EncryptedThing',
    'a FOUND b',
  ])('returns infected for the signature %s', (signature) => {
    expect(verdict(`stream: ${signature} FOUND`)).toEqual({ scan: 'infected', signature });
  });

  it.each([
    'Heuristics.Limits.Exceeded',
    'Heuristics.Limits.Exceeded.MaxFileSize',
    'Heuristics.Limits.Exceeded.MaxRecursion',
    'Heuristics.Encrypted.Zip',
    'Heuristics.Encrypted.PDF',
  ])('holds a file for the signature %s, which means an incomplete scan', (name) => {
    expect(verdict(`stream: ${name} FOUND`)).toEqual({ scan: 'held', reason: name, cause: 'file' });
  });

  it('holds a file that exceeds the limit of the daemon, whole or not', () => {
    for (const isWhole of [true, false]) {
      expect(verdict('INSTREAM size limit exceeded. ERROR', isWhole)).toMatchObject({
        scan: 'held',
        cause: 'file',
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
  ])('holds a file for the response %j', (text) => {
    expect(verdict(text)).toEqual({ scan: 'held', reason: 'unclear answer', cause: 'daemon' });
  });

  it.each(['stream: OK', 'stream: Test.Virus FOUND'])(
    'holds a file that has not arrived completely: %s',
    (text) => {
      expect(verdict(text, false)).toMatchObject({ scan: 'held', cause: 'daemon' });
    },
  );
});
