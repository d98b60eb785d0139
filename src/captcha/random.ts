import { createCipheriv, createHash, randomFillSync } from 'node:crypto';

/** A source of numbers in [0, 1). */
export type Random = () => number;

const POOL_NUMBERS = 4096;
const UINT32_VALUES = 2 ** 32;

/** Unpredictable numbers, drawn from the system in large portions: one picture takes some 20,000. */
export const createSecureRandom = (): Random => fromPool((pool) => randomFillSync(pool));

/** The same numbers for the same key, unpredictable without it: the key stream of AES in counter mode. */
export function createKeyedRandom(key: string): Random {
  const digest = createHash('sha512').update(key).digest();
  const cipher = createCipheriv('aes-256-ctr', digest.subarray(0, 32), digest.subarray(32, 48));
  return fromPool((pool) =>
    pool.set(new Uint32Array(new Uint8Array(cipher.update(new Uint8Array(pool.byteLength))).buffer)),
  );
}

function fromPool(fill: (pool: Uint32Array<ArrayBuffer>) => void): Random {
  const pool = new Uint32Array(POOL_NUMBERS);
  let next = POOL_NUMBERS;
  return () => {
    if (next === POOL_NUMBERS) {
      fill(pool);
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
