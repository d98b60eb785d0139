/** What runs under a key already, or else a new run: who asks in the meantime waits for the same one. */
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
