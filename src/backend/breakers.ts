import { asFailure, type FailureKind, isBackendsWord } from '../failures.ts';

/** How often a path whose breaker is open is tried again, in milliseconds. */
export const PROBE_MS = 1000;

/** How often calls of a path have failed in a way since the start. */
type FailureCount = { path: string; kind: FailureKind; count: number };

/**
 * A circuit breaker a call path, the one guard of a backend that fails. It opens with a failed call: stale copies are then
 * refreshed by one try a second, until a call of the path succeeds. Codes 400 to 499 are no failure.
 */
export function createBreakers(now: () => number = Date.now) {
  const probeTimes = new Map<string, number>();
  const counts = new Map<string, FailureCount>();

  function count(path: string, kind: FailureKind): void {
    const known = counts.get(`${path} ${kind}`) ?? { path, kind, count: 0 };
    counts.set(`${path} ${kind}`, { ...known, count: known.count + 1 });
  }

  return {
    /** Whether a stale copy may be refreshed now; where the breaker is open, that takes the try of this second. */
    allows(path: string): boolean {
      const probeAt = probeTimes.get(path);
      if (probeAt === undefined) return true;
      if (now() < probeAt) return false;
      probeTimes.set(path, now() + PROBE_MS);
      return true;
    },

    /** Notes what a call came to: nothing where it was answered well. */
    note(path: string, error?: unknown): void {
      if (error !== undefined) count(path, asFailure(error).kind);
      if (error === undefined || isBackendsWord(error)) probeTimes.delete(path);
      else probeTimes.set(path, now() + PROBE_MS);
    },

    failures: (): FailureCount[] => [...counts.values()],

    open: (): string[] => [...probeTimes.keys()],
  };
}
