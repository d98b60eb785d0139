/** @module-tag matrix */
import { expect, it } from 'vitest';
import { faultsOf } from './judge.ts';
import { runFaults } from './run-faults.ts';

const options = { seed: 1, visitors: 8, faultMs: 300, wellMs: 50, timeoutMs: 500 };

it('a backend that misbehaves in every way takes no page away that was seen', {
  timeout: 120_000,
}, async () => {
  const figures = await runFaults(options);
  expect(faultsOf(figures)).toEqual([]);
  expect(figures.phases.filter(({ fault }) => fault !== 'well')).toHaveLength(8);
  for (const { answers } of figures.phases) expect(answers.length).toBeGreaterThan(0);
});
