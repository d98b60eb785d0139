import { expect, it } from 'vitest';
import { createNegativeCache, KEY_OVERHEAD_CHARACTERS, MAX_NEGATIVE_CHARACTERS } from './negative-cache.ts';

const MADE_UP = 20_000;
const LONG_KEY = 8000;

it('takes no more than its place, however many keys are made up and however long they are', () => {
  const negatives = createNegativeCache();
  for (let made = 0; made < MADE_UP; made += 1) negatives.set(`${made}`, 1);
  const most = MAX_NEGATIVE_CHARACTERS / KEY_OVERHEAD_CHARACTERS;
  expect(negatives.size).toBeLessThan(most);
  expect(negatives.size).toBeGreaterThan(most / 2);
  for (let made = 0; made < 1000; made += 1) negatives.set(`${'x'.repeat(LONG_KEY)}${made}`, 1);
  expect(negatives.size).toBeLessThanOrEqual(MAX_NEGATIVE_CHARACTERS / LONG_KEY);
});
