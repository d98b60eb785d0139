import { LRUCache } from 'lru-cache';
import { isBackendsWord } from '../failures.ts';

/** All that the cache may hold, in bytes of the backend's answers. */
export const MAX_CACHE_BYTES = 64 * 1024 * 1024;

/** How long a failed refresh is not tried again while an older answer serves, in milliseconds. */
export const RETRY_AFTER_MS = 1000;

/** `version` changes with the content and with nothing else. */
export type Loaded<T> = { value: T; bytes: number; version: string };
type Load<T> = () => Promise<Loaded<T>>;
type Entry = Loaded<unknown> & { storedAt: number; retryAt: number; load: Load<unknown> };

/** What is known of a key without waiting: its version, and until when it is fresh (milliseconds since 1970). */
export type State = { version: string; freshUntil: number };

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
  const running = new Map<string, Promise<Loaded<unknown>>>();

  /** A value and its version. */
  async function get<T>(key: string, load: Load<T>): Promise<Loaded<T>> {
    return (usable(key, load) ?? (await refresh(key, load))) as Loaded<T>;
  }

  /** What is known of a key; like `get`, it has a stale one refreshed. Nothing where there is no answer to serve. */
  function state(key: string): State | undefined {
    const entry = usable(key);
    return entry && { version: entry.version, freshUntil: entry.storedAt + freshMs };
  }

  /** The entry that may be served now; one that is no longer fresh is refreshed meanwhile. */
  function usable(key: string, load?: Load<unknown>): Entry | undefined {
    const entry = entries.get(key);
    const age = entry ? now() - entry.storedAt : Number.POSITIVE_INFINITY;
    if (!entry || age < freshMs) return entry;
    if (age >= staleMs) return undefined;
    if (now() >= entry.retryAt && !running.has(key)) {
      refresh(key, load ?? entry.load).catch((error: unknown) => keepStale(key, entry, error));
    }
    return entry;
  }

  function refresh<T>(key: string, load: Load<T>): Promise<Loaded<T>> {
    const already = running.get(key);
    if (already) return already as Promise<Loaded<T>>;
    const loading = load()
      .then((loaded) => keep(key, loaded, load))
      .finally(() => running.delete(key));
    running.set(key, loading);
    return loading;
  }

  function keep<T>(key: string, loaded: Loaded<T>, load: Load<T>): Loaded<T> {
    entries.set(key, { ...loaded, storedAt: now(), retryAt: 0, load });
    return loaded;
  }

  function keepStale(key: string, entry: Entry, error: unknown): void {
    if (isBackendsWord(error)) {
      entries.delete(key);
      return;
    }
    entry.retryAt = now() + RETRY_AFTER_MS;
    onStale(key, error);
  }

  return { get, state };
}

export type Cache = ReturnType<typeof createCache>;
