import { LRUCache } from 'lru-cache';
import { Failure, isBackendsWord, isNoArticle } from '../failures.ts';
import { singleFlight } from '../lib/single-flight.ts';
import { createBreakers } from './breakers.ts';
import { createNegativeCache } from './negative-cache.ts';
import { createOldestServed } from './oldest-served.ts';

/** What the cache may hold: bytes of the backend's answers, and about what an answer costs beside its own. */
export const MAX_CACHE_BYTES = 64 * 1024 * 1024;
const ANSWER_OVERHEAD_BYTES = 1_000;

/** The share of its time by which an answer may go stale earlier, so that keys and workers do not refresh in step. */
export const JITTER = 0.1;

/** `version` changes with the content and with nothing else. `absence` is the backend's word that there is none. */
export type Loaded<T> = { value: T; bytes: number; version: string; absence?: unknown };

/** `storedAt` is when the backend said it, in milliseconds since 1970. */
export type Served<T> = Loaded<T> & { storedAt: number };

/** How the cache gets the answer of a key. */
export type Source<T> = {
  /** The call path: its failures are counted together. */
  path: string;
  load: () => Promise<Loaded<T>>;
  /** The stale copy. */
  restore?: () => Promise<Served<T> | undefined>;
  /** Called when the backend withdraws an answer. */
  forget?: () => void;
  /** The caller can do without: an `absence` is served and kept like any answer. */
  mayLack?: boolean;
};

/** `freshUntil`: in milliseconds since 1970. */
type Entry = Served<unknown> & { freshUntil: number; source: Source<unknown> };

type State = Pick<Entry, 'version' | 'storedAt' | 'freshUntil'>;

type CacheOptions = {
  freshMs: number;
  staleMs: number;
  /** Told of every refresh that failed while an older answer served instead. */
  onStale: (path: string, key: string, error: unknown) => void;
  now?: () => number;
  /** From 0 to 1, another one each time. */
  random?: () => number;
};

/**
 * Answers by key: fresh for a while, then served stale until `staleMs` is over, while one refresh runs or the backend fails.
 * An answer that is not in memory is taken from its stale copy. A failure is never kept, but for the backend's word that there
 * is no such article, which is kept as long as an answer is fresh. Loads of one key are a single flight.
 */
export function createCache({
  freshMs,
  staleMs,
  onStale,
  now = Date.now,
  random = Math.random,
}: CacheOptions) {
  const entries = new LRUCache<string, Entry>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: (entry) => ANSWER_OVERHEAD_BYTES + entry.bytes,
  });
  const restoring = new Map<string, Promise<void>>();
  const running = new Map<string, Promise<Entry>>();
  const breakers = createBreakers(now);
  const ages = createOldestServed(now);
  const negatives = createNegativeCache();
  let [staleServed, refreshes] = [0, 0];

  async function get<T>(key: string, source: Source<T>): Promise<Served<T>> {
    refuseAbsent(key, source);
    const entry =
      usable(key, source) ??
      (await restored(key, source)) ??
      (await singleFlight(running, key, () => call(key, source)));
    if (entry.absence && !source.mayLack) throw entry.absence;
    ages.note(now() - entry.storedAt);
    return entry as Served<T>;
  }

  /** What is known of a key; like `get`, it starts the refresh of a stale answer. Nothing where there is no answer to serve. */
  function state(key: string): State | undefined {
    const entry = usable(key);
    if (entry) ages.note(now() - entry.storedAt);
    return entry;
  }

  /** The entry that may be served now; a stale one is refreshed meanwhile. */
  function usable(key: string, source?: Source<unknown>): Entry | undefined {
    const entry = entries.get(key);
    if (!entry || (entry.absence && source && !source.mayLack)) return undefined;
    if (now() < entry.freshUntil) return entry;
    if (now() - entry.storedAt >= staleMs) return undefined;
    if (source) staleServed += 1;
    refreshLater(key, entry, source ?? entry.source);
    return entry;
  }

  function refreshLater(key: string, entry: Entry, source: Source<unknown>): void {
    if (running.has(key) || !breakers.allows(source.path)) return;
    refreshes += 1;
    const refresh = async () => (await renewed(key, entry, source)) ?? call(key, source);
    singleFlight(running, key, refresh).catch((error: unknown) => {
      if (!isBackendsWord(error)) onStale(source.path, key, error);
    });
  }

  /** The stale copy, where it may still be served. */
  async function restored(key: string, source: Source<unknown>): Promise<Entry | undefined> {
    await singleFlight(restoring, key, async () => {
      const copy = await copyOf(source);
      if (copy) keep(key, copy, source);
    });
    return usable(key, source);
  }

  /** The copy on the disk, where another process has renewed it and the backend need not be asked. */
  async function renewed(key: string, entry: Entry, source: Source<unknown>): Promise<Entry | undefined> {
    const copy = freshMs > 0 ? await copyOf(source) : undefined;
    if (!copy || copy.storedAt <= entry.storedAt || now() - copy.storedAt >= freshMs) return undefined;
    return keep(key, copy, source);
  }

  /** A copy that cannot be read counts as none. */
  async function copyOf({ restore }: Source<unknown>): Promise<Served<unknown> | undefined> {
    return Math.max(freshMs, staleMs) === 0 ? undefined : restore?.().catch(() => undefined);
  }

  function refuseAbsent(key: string, { path, mayLack }: Source<unknown>): void {
    if (!mayLack && now() < (negatives.get(key) ?? 0)) throw new Failure('noArticle', { detail: path });
  }

  async function call(key: string, source: Source<unknown>): Promise<Entry> {
    // The backend may have answered another visit while this one looked for a copy.
    refuseAbsent(key, source);
    try {
      const loaded = await source.load();
      breakers.note(source.path, loaded.absence);
      return keep(key, { ...loaded, storedAt: now() }, source);
    } catch (error) {
      breakers.note(source.path, error);
      if (!isBackendsWord(error)) throw error;
      entries.delete(key);
      source.forget?.();
      if (isNoArticle(error)) negatives.set(key, now() + freshMs);
      throw error;
    }
  }

  function keep(key: string, served: Served<unknown>, source: Source<unknown>): Entry {
    // A clock that is put back must not make an answer fresh for longer.
    const storedAt = Math.min(served.storedAt, now());
    const freshUntil = storedAt + freshMs * (1 - JITTER * random());
    const entry = { ...served, storedAt, freshUntil, source };
    entries.set(key, entry);
    negatives.delete(key);
    return entry;
  }

  return {
    get,
    state,

    /** Figures for the metrics, since the start and of this moment. */
    counts: () => ({
      staleServed,
      refreshes,
      failures: breakers.failures(),
      openBreakers: breakers.open(),
      /** The greatest age of an answer that was served in the last minute or two. */
      oldestServedMs: ages.oldest(),
      bytes: entries.calculatedSize,
    }),
  };
}

export type Cache = ReturnType<typeof createCache>;
