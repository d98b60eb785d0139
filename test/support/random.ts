/** A number from 0 up to, not including, `limit`. */
export type Random = (limit: number) => number;

/** Whole numbers below 2 to the power of 32, the same for the same seed (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

/** Whole numbers below a limit, the same for the same seed. */
export function seeded(seed: number): Random {
  const next = numbers(seed);
  return (limit) => next() % Math.max(1, limit);
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const char of text) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193);
  return hash >>> 0;
}

/** Numbers from 0 to 1, the same for the same text. */
export function createRandom(seed: string): () => number {
  const next = numbers(hashOf(seed));
  return () => next() / 2 ** 32;
}
