import { createCipheriv, createHash } from 'node:crypto';

/** Returns the next number in [0, 1). */
export type Random = () => number;

const POOL_SIZE = 4096;
const UINT32_VALUES = 2 ** 32;

/** Creates a generator of the same numbers for the same key. They are unpredictable without the key (AES-CTR key stream). */
export function createKeyedRandom(key: string): Random {
  const digest = createHash('sha512').update(key).digest();
  const cipher = createCipheriv('aes-256-ctr', digest.subarray(0, 32), digest.subarray(32, 48));
  const zeros = new Uint8Array(POOL_SIZE * Uint32Array.BYTES_PER_ELEMENT);
  let pool = new Uint32Array();
  let next = 0;
  return () => {
    if (next === pool.length) {
      pool = new Uint32Array(new Uint8Array(cipher.update(zeros)).buffer);
      next = 0;
    }
    const number = pool[next] ?? 0;
    next += 1;
    return number / UINT32_VALUES;
  };
}

export const randomBetween = (random: Random, low: number, high: number): number =>
  low + (high - low) * random();

/** Returns a random item of a list that is not empty. */
export const pickRandom = <Item>(random: Random, items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)] as Item;
