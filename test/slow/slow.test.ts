/**
 * @module-tag matrix
 */
import { randomInt } from 'node:crypto';
import { expect, it } from 'vitest';
import { resumableUploads } from './resumable-uploads.ts';
import { slowUploads } from './slow-uploads.ts';

const options = { uploads: 3, fileBytes: 150_000, kbitPerSecond: 256 };

it('files on slow lines arrive whole, without JavaScript', { timeout: 120_000 }, async () => {
  const { statuses, whole } = await slowUploads(options);
  expect(statuses).toEqual([303, 303, 303]);
  expect(whole).toBe(options.uploads);
});

it('files in pieces on lines that break arrive whole, and little is sent again', {
  timeout: 120_000,
}, async () => {
  const { whole, breaks, kbSentAgainABreak, seed } = await resumableUploads({
    seed: randomInt(2 ** 31),
    uploads: 4,
    fileBytes: 600_000,
    kbitPerSecond: [512],
    breakMs: [2000, 4000],
    killMs: [3000],
    restartMs: 6000,
  });
  expect({ seed, whole, isBroken: breaks > 0 }).toEqual({ seed, whole: 4, isBroken: true });
  expect(kbSentAgainABreak).toBeLessThanOrEqual(256);
});
