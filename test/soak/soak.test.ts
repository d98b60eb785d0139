/**
 * @module-tag matrix
 */
import { expect, it } from 'vitest';
import { soak } from './run.ts';

const options = { seconds: 6, visitors: 4, sampleSeconds: 2, changeSeconds: 2 };

it('a site whose content changes answers all who come meanwhile', { timeout: 120_000 }, async () => {
  const { faults, changes, requests, applications, samples } = await soak(options);
  expect(faults).toEqual([]);
  expect([changes, samples.length]).toEqual([3, 3]);
  expect(Math.min(requests, applications)).toBeGreaterThan(0);
  for (const { memoryMb, descriptors, disk } of samples) {
    expect(Math.min(memoryMb, descriptors, disk.content, disk.other)).toBeGreaterThan(0);
  }
});
