/** Who dies sooner after its start would do so again at once, in milliseconds. */
export const STEADY_MS = 10_000;

const FIRST_MS = 1000;
const LONGEST_MS = 30_000;

/** How long to wait with a replacement, in milliseconds: nothing after a steady life, then a second, doubled each time. */
export function createBackOff() {
  let quickDeaths = 0;
  return {
    /** `livedMs`: how long the one lived that died. */
    next(livedMs: number): number {
      quickDeaths = livedMs >= STEADY_MS ? 0 : quickDeaths + 1;
      return quickDeaths === 0 ? 0 : Math.min(LONGEST_MS, FIRST_MS * 2 ** (quickDeaths - 1));
    },
  };
}
