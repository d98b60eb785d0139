/** A source of numbers in [0, 1). */
export type Random = () => number;

function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (const char of text) {
    hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193);
  }
  return hash >>> 0;
}

/** The same seed always gives the same numbers (mulberry32). */
export function createRandom(seed: string): Random {
  let state = hashText(seed);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** A number between two bounds. */
export function between(random: Random, low: number, high: number): number {
  return low + (high - low) * random();
}

/** A smooth wave through random heights: -1 to 1, one height per whole number. */
export function createNoise(random: Random): (at: number) => number {
  const heights = Array.from({ length: 256 }, () => random() * 2 - 1);
  return (at) => {
    const whole = Math.floor(at);
    const part = at - whole;
    const ease = part * part * (3 - 2 * part);
    const left = heights[whole & 255] ?? 0;
    const right = heights[(whole + 1) & 255] ?? 0;
    return left + (right - left) * ease;
  };
}
