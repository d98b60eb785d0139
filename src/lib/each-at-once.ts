/** Calls `work` for each item with limited concurrency. After a failure it starts no more, waits for running work and rejects. */
export async function eachAtOnce<Item>(
  concurrency: number,
  items: Iterable<Item>,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const remaining = items[Symbol.iterator]();
  const failures: unknown[] = [];
  async function runNext(): Promise<void> {
    while (failures.length === 0) {
      const next = remaining.next();
      if (next.done) return;
      await work(next.value).catch((error: unknown) => failures.push(error));
    }
  }
  await Promise.all(Array.from({ length: concurrency }, runNext));
  if (failures.length > 0) throw failures[0];
}
