/** Concurrent calls with one key share one run and its result. */
export function singleFlight<T>(
  running: Map<string, Promise<T>>,
  key: string,
  start: () => Promise<T>,
): Promise<T> {
  const same = running.get(key);
  if (same) return same;
  const own = start().finally(() => running.delete(key));
  running.set(key, own);
  return own;
}
