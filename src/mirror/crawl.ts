/**
 * Works through a list that grows meanwhile, so many at once. Rejects with the first failure; what is under way then goes on
 * by itself.
 */
export async function workThrough<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const underWay = new Set<Promise<void>>();
  let begun = 0;
  while (begun < items.length || underWay.size > 0) {
    if (begun < items.length && underWay.size < atOnce) {
      const running = work(items[begun] as T).finally(() => underWay.delete(running));
      underWay.add(running);
      begun += 1;
    } else await Promise.race(underWay);
  }
}
