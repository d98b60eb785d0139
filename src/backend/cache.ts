import { LRUCache } from 'lru-cache';
import { isBackendsWord } from '../failures.ts';

/** All that the cache may hold, in bytes of the backend's answers. */
export const MAX_CACHE_BYTES = 64 * 1024 * 1024;

/** How long a failed refresh is not tried again while an older answer serves, in milliseconds. */
export const RETRY_AFTER_MS = 1000;

export type Loaded<T> = { value: T; bytes: number };
type Entry = Loaded<unknown> & { storedAt: number; retryAt: number };

type CacheOptions = {
  freshMs: number;
  staleMs: number;
  /** Told of every refresh that failed while an older answer served instead. */
  onStale: (key: string, error: unknown) => void;
  now?: () => number;
};

/**
 * Answers by key: fresh for a while, then served stale while one refresh runs, and stale on failure until
 * `staleMs` is over. A failure is never kept, and never two loads run for one key.
 */
export function createCache({ freshMs, staleMs, onStale, now = Date.now }: CacheOptions) {
  const entries = new LRUCache<string, Entry>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: (entry) => Math.max(1, entry.bytes),
  });
  const running = new Map<string, Promise<unknown>>();

  async function get<T>(key: string, load: () => Promise<Loaded<T>>): Promise<T> {
    const entry = entries.get(key);
    const age = entry ? now() - entry.storedAt : Number.POSITIVE_INFINITY;
    if (entry && age < freshMs) return entry.value as T;
    if (!entry || age >= staleMs) return refresh(key, load);
    if (now() >= entry.retryAt && !running.has(key)) {
      refresh(key, load).catch((error: unknown) => keepStale(key, entry, error));
    }
    return entry.value as T;
  }

  function refresh<T>(key: string, load: () => Promise<Loaded<T>>): Promise<T> {
    const already = running.get(key);
    if (already) return already as Promise<T>;
    const loading = load()
      .then((loaded) => keep(key, loaded))
      .finally(() => running.delete(key));
    running.set(key, loading);
    return loading;
  }

  function keep<T>(key: string, { value, bytes }: Loaded<T>): T {
    entries.set(key, { value, bytes, storedAt: now(), retryAt: 0 });
    return value;
  }

  function keepStale(key: string, entry: Entry, error: unknown): void {
    if (isBackendsWord(error)) {
      entries.delete(key);
      return;
    }
    entry.retryAt = now() + RETRY_AFTER_MS;
    onStale(key, error);
  }

  return { get };
}

export type Cache = ReturnType<typeof createCache>;
