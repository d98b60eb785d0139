import { expect, it, onTestFinished } from 'vitest';
import { startFakeClamd } from '../../../test/support/fake-clamd.ts';
import { MAX_FILE_BYTES } from '../../form/rules/limits.ts';
import { clamdFacts } from './scanner.ts';

async function daemon() {
  const clamd = await startFakeClamd();
  onTestFinished(() => clamd.close());
  return clamd;
}

it('the facts of a daemon that takes the largest file', async () => {
  const clamd = await daemon();
  expect(await clamdFacts(clamd.url)).toEqual({
    isUp: true,
    version: expect.stringMatching(/^ClamAV /u),
    largest: { scan: 'clean' },
    tellsLimits: false,
  });
  expect(clamd.scanned[0]).toHaveLength(MAX_FILE_BYTES);
});

it('the facts of a daemon whose StreamMaxLength is one byte too small', async () => {
  const clamd = await daemon();
  clamd.behave({ limit: MAX_FILE_BYTES - 1 });
  expect(await clamdFacts(clamd.url)).toMatchObject({
    isUp: true,
    largest: { scan: 'held', reason: expect.stringMatching(/StreamMaxLength|closed/u) },
  });
});

it('the facts of a daemon that tells when it did not look at all of a file', async () => {
  const clamd = await daemon();
  clamd.behave({ answers: 'stream: Heuristics.Limits.Exceeded.MaxRecursion FOUND\0' });
  expect(await clamdFacts(clamd.url)).toMatchObject({ isUp: true, tellsLimits: true });
});

it('the facts of a daemon that is not there', async () => {
  const clamd = await startFakeClamd();
  await clamd.close();
  expect(await clamdFacts(clamd.url)).toEqual({ isUp: false, reason: 'unreachable' });
});
