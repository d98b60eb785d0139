import pLimit, { type LimitFunction } from 'p-limit';

/**
 * Runs tasks, at most `most` at a time and of one visitor one at a time. A visitor has one task at most in the common line, so
 * that a visitor with a hundred tasks makes the others wait for one of them at most.
 */
export function createFairQueue(most: number) {
  const common = pLimit(most);
  const visitors = new Map<string, LimitFunction>();
  const waitingIn = (...lines: LimitFunction[]): number =>
    lines.reduce((sum, { pendingCount }) => sum + pendingCount, 0);

  return {
    async run<T>(visitor: string, task: () => Promise<T>): Promise<T> {
      const own = visitors.get(visitor) ?? pLimit(1);
      visitors.set(visitor, own);
      try {
        return await own(common, task);
      } finally {
        if (own.activeCount + own.pendingCount === 0) visitors.delete(visitor);
      }
    },
    counts: () => ({ waiting: waitingIn(common, ...visitors.values()), running: common.activeCount }),
  };
}
