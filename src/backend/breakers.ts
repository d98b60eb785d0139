import { asFailure, type FailureKind, isTransportFailure } from '../failures.ts';

/** Transport failures of a path, one after another, that open its breaker. */
export const OPENS_AFTER = 3;

/** How often a path whose breaker is open is tried again, in milliseconds. */
export const PROBE_MS = 1000;

/** How often calls of a path have failed in a way since the start. */
export type FailureCount = { path: string; kind: FailureKind; count: number };

type Breaker = { failures: number; probeAt: number };

/**
 * A circuit breaker a call path: a path that fails several times on end is left alone, but for one try a second, as long
 * as there is something else to serve. Any answer of the backend closes it, whatever that says.
 */
export function createBreakers(now: () => number = Date.now) {
  const breakers = new Map<string, Breaker>();
  const counts = new Map<string, FailureCount>();
  const isOpen = ({ failures }: Breaker): boolean => failures >= OPENS_AFTER;

  function count(path: string, kind: FailureKind): void {
    const known = counts.get(`${path} ${kind}`) ?? { path, kind, count: 0 };
    counts.set(`${path} ${kind}`, { ...known, count: known.count + 1 });
  }

  return {
    /** Whether a call that can wait may be made now; where the breaker is open that takes the try of this second. */
    allows(path: string): boolean {
      const breaker = breakers.get(path);
      if (!breaker || !isOpen(breaker)) return true;
      if (now() < breaker.probeAt) return false;
      breaker.probeAt = now() + PROBE_MS;
      return true;
    },

    /** Notes what a call came to: nothing where it was answered well. */
    note(path: string, error?: unknown): void {
      if (error !== undefined) count(path, asFailure(error).kind);
      if (!isTransportFailure(error)) {
        breakers.delete(path);
        return;
      }
      const breaker = breakers.get(path) ?? { failures: 0, probeAt: 0 };
      breaker.failures += 1;
      if (breaker.failures === OPENS_AFTER) breaker.probeAt = now() + PROBE_MS;
      breakers.set(path, breaker);
    },

    failures: (): FailureCount[] => [...counts.values()],

    /** The paths that are left alone at present. */
    open: (): string[] => [...breakers].filter(([, breaker]) => isOpen(breaker)).map(([path]) => path),
  };
}

export type Breakers = ReturnType<typeof createBreakers>;
