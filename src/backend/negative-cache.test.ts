import { describe, expect, it } from 'vitest';
import { createNegativeCache, MAX_NEGATIVE_CHARACTERS, MAX_NEGATIVES } from './negative-cache.ts';

const FOR_MS = 1000;
const LONG_KEY = 8000;

describe('what the backend does not have', () => {
  it('is remembered for a while, each key for itself', () => {
    let clock = 0;
    const negatives = createNegativeCache(FOR_MS, () => clock);
    negatives.note('a');
    expect([negatives.has('a'), negatives.has('b')]).toEqual([true, false]);
    clock = FOR_MS - 1;
    negatives.note('b');
    clock = FOR_MS;
    expect([negatives.has('a'), negatives.has('b')]).toEqual([false, true]);
    negatives.forget('b');
    expect(negatives.has('b')).toBe(false);
  });

  it('is not remembered where answers are not kept', () => {
    const negatives = createNegativeCache(0, () => 0);
    negatives.note('a');
    expect(negatives.has('a')).toBe(false);
  });

  it('takes no more than its place, however many keys are made up and however long they are', () => {
    const negatives = createNegativeCache(FOR_MS, () => 0);
    for (let made = 0; made < 2 * MAX_NEGATIVES; made += 1) negatives.note(`${made}`);
    expect(negatives.count()).toBe(MAX_NEGATIVES);
    for (let made = 0; made < 1000; made += 1) negatives.note(`${'x'.repeat(LONG_KEY)}${made}`);
    expect(negatives.count()).toBeLessThanOrEqual(MAX_NEGATIVE_CHARACTERS / LONG_KEY);
  });
});
