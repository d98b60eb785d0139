/**
 * Calls `work` for each item of a list that may grow meanwhile, with limited concurrency. After a failure it starts no more, waits for
 * running work and rejects.
 */
export async function eachAtOnce<Item>(
  concurrency: number,
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const active = new Set<Promise<unknown>>();
  const failures: unknown[] = [];
  let started = 0;
  const hasNext = () => started < items.length && failures.length === 0;
  while (hasNext() || active.size > 0) {
    if (hasNext() && active.size < concurrency) {
      const running = work(items[started] as Item)
        .catch((error: unknown) => failures.push(error))
        .finally(() => active.delete(running));
      active.add(running);
      started += 1;
    } else await Promise.race(active);
  }
  if (failures.length > 0) throw failures[0];
}
