/** A worker that dies sooner after its start is likely to die again at once, in milliseconds. */
export const STEADY_MS = 10_000;

const FIRST_MS = 1000;
const LONGEST_MS = 30_000;

/** The wait before a replacement, in milliseconds: none after a steady life, then a second, doubled after each early death. */
export function createBackOff() {
  let quickDeaths = 0;
  return {
    next(livedMs: number): number {
      quickDeaths = livedMs >= STEADY_MS ? 0 : quickDeaths + 1;
      return quickDeaths === 0 ? 0 : Math.min(LONGEST_MS, FIRST_MS * 2 ** (quickDeaths - 1));
    },
  };
}
