/**
 * Does the work for each item, for so many at a time. After a failure none is begun any more; it rejects with the first one once
 * all that had begun is over, so that nothing is left behind its back.
 */
export async function eachAtOnce<Item>(
  atOnce: number,
  items: Iterable<Item>,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const left = items[Symbol.iterator]();
  const failures: unknown[] = [];
  async function workOn(): Promise<void> {
    while (failures.length === 0) {
      const next = left.next();
      if (next.done) return;
      await work(next.value).catch((error: unknown) => failures.push(error));
    }
  }
  await Promise.all(Array.from({ length: atOnce }, workOn));
  if (failures.length > 0) throw failures[0];
}
