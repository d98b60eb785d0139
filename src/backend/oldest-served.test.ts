import { expect, it } from 'vitest';
import { createOldestServed, WINDOW_MS } from './oldest-served.ts';

it('the greatest age of this minute and the one before it is known', () => {
  let clock = 100 * WINDOW_MS;
  const ages = createOldestServed(() => clock);
  expect(ages.oldest()).toBe(0);
  for (const age of [5, 70, 6]) ages.note(age);
  expect(ages.oldest()).toBe(70);
  clock += WINDOW_MS;
  ages.note(8);
  expect(ages.oldest()).toBe(70);
  clock += WINDOW_MS;
  expect(ages.oldest()).toBe(8);
  clock += 2 * WINDOW_MS;
  expect(ages.oldest()).toBe(0);
});
