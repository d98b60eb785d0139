import { expect, it } from 'vitest';
import { createNegativeCache, MAX_NEGATIVE_CHARACTERS, MAX_NEGATIVES } from './negative-cache.ts';

const LONG_KEY = 8000;

it('takes no more than its place, however many keys are made up and however long they are', () => {
  const negatives = createNegativeCache();
  for (let made = 0; made < 2 * MAX_NEGATIVES; made += 1) negatives.set(`${made}`, 1);
  expect(negatives.size).toBe(MAX_NEGATIVES);
  for (let made = 0; made < 1000; made += 1) negatives.set(`${'x'.repeat(LONG_KEY)}${made}`, 1);
  expect(negatives.size).toBeLessThanOrEqual(MAX_NEGATIVE_CHARACTERS / LONG_KEY);
});
