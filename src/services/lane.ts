/** Runs tasks in the order that they come, never more than `most` at a time; the rest wait. */
export function createLane(most: number) {
  const waiting: (() => void)[] = [];
  let free = most;

  async function enter(): Promise<void> {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  }

  /** Who waited longest gets the place; it is never free in between. */
  function leave(): void {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  }

  return async <T>(task: () => Promise<T>): Promise<T> => {
    await enter();
    try {
      return await task();
    } finally {
      leave();
    }
  };
}
