/**
 * @module-tag matrix
 */
import { randomInt } from 'node:crypto';
import { expect, it } from 'vitest';
import { machineRounds } from './rounds.ts';

it('killed machines, database restarts and store failures do not lose or duplicate an application', {
  timeout: 240_000,
}, async () => {
  const { faults, journeys, seed } = await machineRounds({
    seed: randomInt(2 ** 31),
    journeys: 30,
    blows: 4,
  });
  expect({ seed, faults }).toEqual({ seed, faults: [] });
  expect(journeys).toBe(30);
});
