import { expect, it } from 'vitest';
import { readVerdict, type Verdict } from './clamd.ts';

const CLEAN: Verdict = { scan: 'clean' };
const infected = (signature: string): Verdict => ({ scan: 'infected', signature });
const heldFor = (reason: string): Verdict => ({ scan: 'held', reason, cause: 'file' });

it.each<[text: string, verdict: Verdict]>([
  ['stream: OK', CLEAN],
  ['stream: Heuristics.OLE2.ContainsMacros FOUND', infected('Heuristics.OLE2.ContainsMacros')],
  ['stream: Heuristics.EncryptedThing FOUND', infected('Heuristics.EncryptedThing')],
  ['stream: a FOUND b FOUND', infected('a FOUND b')],
  ['stream: Heuristics.Limits.Exceeded FOUND', heldFor('Heuristics.Limits.Exceeded')],
  ['stream: Heuristics.Limits.Exceeded.MaxFileSize FOUND', heldFor('Heuristics.Limits.Exceeded.MaxFileSize')],
  ['stream: Heuristics.Encrypted.Zip FOUND', heldFor('Heuristics.Encrypted.Zip')],
  ['INSTREAM size limit exceeded. ERROR', heldFor('StreamMaxLength is too small')],
])('readVerdict reads %j as %j', (text, verdict) => {
  expect(readVerdict({ text, isWhole: true })).toEqual(verdict);
});

it.each(['', 'OK', 'stream: ok', ' stream: OK', 'stream: OK\n', 'stream:  FOUND', 'stream: a ERROR', 'PONG'])(
  'readVerdict holds a file for the unclear response %j',
  (text) => {
    const unclear = { scan: 'held', reason: 'unclear answer', cause: 'daemon' };
    expect(readVerdict({ text, isWhole: true })).toEqual(unclear);
  },
);

it.each([
  ['stream: OK', 'daemon'],
  ['stream: Test.Virus FOUND', 'daemon'],
  ['INSTREAM size limit exceeded. ERROR', 'file'],
])('readVerdict holds an incompletely received file: %s', (text, cause) => {
  expect(readVerdict({ text, isWhole: false })).toMatchObject({ scan: 'held', cause });
});
