/** A change that the site was told of: which one it was, counted from the start, and when, in milliseconds since 1970. */
type Change = { number: number; at: number };

type Options = {
  now: () => number;
  /** Changes are told at all: what was kept before this process began may have missed one. */
  areTold?: boolean;
};

/** What the backend has said to have changed: paths of the contract, or all of them. */
export function createChanges({ now, areTold = false }: Options) {
  const ofPaths = new Map<string, Change>();
  let count = 0;
  let ofAll: Change = { number: 0, at: areTold ? now() : Number.NEGATIVE_INFINITY };

  function lastOf(path: string): Change {
    const own = ofPaths.get(path);
    return own && own.number > ofAll.number ? own : ofAll;
  }

  return {
    /** Without `paths`: all of them. */
    note(paths?: readonly string[]): void {
      count += 1;
      const change = { number: count, at: now() };
      if (!paths) ofAll = change;
      for (const path of paths ?? []) ofPaths.set(path, change);
    },

    /** How many there were so far. */
    count: () => count,

    /** Whether a path has changed since there were so many. */
    hasChanged: (path: string, since: number): boolean => since < lastOf(path).number,

    /** How many there were when a path was asked at a time, as far as that path can tell: fewer than any where it changed later. */
    countAt: (path: string, askedAt: number): number => (askedAt > lastOf(path).at ? count : -1),
  };
}
