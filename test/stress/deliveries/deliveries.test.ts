/** @module-tag matrix */
import { expect, it } from 'vitest';
import { deliveryRounds } from './rounds.ts';

const OPTIONS = { seed: 14, applications: 24, kills: 4, windowMs: 500 };

it('deliveries arrive once and complete while receivers fail and processes are killed', {
  timeout: 300_000,
}, async () => {
  const { faults, applications, acknowledged } = await deliveryRounds(OPTIONS);
  expect(faults).toEqual([]);
  expect(applications).toBeGreaterThanOrEqual(OPTIONS.applications);
  expect(acknowledged).toBeGreaterThanOrEqual(OPTIONS.applications / 2);
});
