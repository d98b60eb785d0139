/** Works through a list that grows meanwhile. Rejects with the first failure, without waiting for running work. */
export async function workThrough<T>(
  items: readonly T[],
  concurrency: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const active = new Set<Promise<void>>();
  let started = 0;
  while (started < items.length || active.size > 0) {
    if (started < items.length && active.size < concurrency) {
      const running = work(items[started] as T).finally(() => active.delete(running));
      active.add(running);
      started += 1;
    } else await Promise.race(active);
  }
}
