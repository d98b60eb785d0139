/**
 * Runs tasks, at most `most` at a time and of one visitor one at a time. Visitors have their turns in a circle, so that a
 * visitor with a hundred tasks makes the others wait for one of them at most.
 */
export function createFairQueue(most: number) {
  const waiting = new Map<string, (() => void)[]>();
  const running = new Set<string>();

  function startNext(): void {
    if (running.size === most) return;
    const visitor = [...waiting.keys()].find((one) => !running.has(one));
    if (visitor === undefined) return;
    const [start, ...rest] = waiting.get(visitor) ?? [];
    waiting.delete(visitor);
    if (rest.length > 0) waiting.set(visitor, rest);
    running.add(visitor);
    start?.();
  }

  return {
    async run<T>(visitor: string, task: () => Promise<T>): Promise<T> {
      await new Promise<void>((start) => {
        waiting.set(visitor, [...(waiting.get(visitor) ?? []), start]);
        startNext();
      });
      try {
        return await task();
      } finally {
        running.delete(visitor);
        startNext();
      }
    },
    counts: () => ({ waiting: [...waiting.values()].flat().length, running: running.size }),
  };
}
