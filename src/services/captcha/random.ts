import { randomFillSync } from 'node:crypto';

/** A source of numbers in [0, 1). */
export type Random = () => number;

const POOL_NUMBERS = 4096;
const UINT32_VALUES = 2 ** 32;

/** Numbers that nobody can foretell, drawn from the system in large portions: one picture takes some 20,000. */
export function createSecureRandom(): Random {
  const pool = new Uint32Array(POOL_NUMBERS);
  let next = POOL_NUMBERS;
  return () => {
    if (next === POOL_NUMBERS) {
      randomFillSync(pool);
      next = 0;
    }
    const number = pool[next] ?? 0;
    next += 1;
    return number / UINT32_VALUES;
  };
}

/** A number between two bounds. */
export const between = (random: Random, low: number, high: number): number => low + (high - low) * random();

/** One of a list that is not empty. */
export function pick<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('there is nothing to pick from');
  return item;
}
