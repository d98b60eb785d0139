import { LRUCache } from 'lru-cache';
import { Failure, isBackendsWord, isNoArticle } from '../failures.ts';
import { singleFlight } from '../lib/single-flight.ts';
import { createBreakers } from './breakers.ts';
import { createChanges } from './changes.ts';
import { createNegativeCache } from './negative-cache.ts';
import { createOldestServed } from './oldest-served.ts';
import type { Served, Source } from './source.ts';

/** What the cache may hold: bytes of the backend's answers, and about what an answer costs beside its own. */
export const MAX_CACHE_BYTES = 64 * 1024 * 1024;
const ANSWER_OVERHEAD_BYTES = 1_000;

/** The share of its time by which an answer may go stale earlier, so that keys and workers do not refresh in step. */
export const JITTER = 0.1;

/** Times in milliseconds since 1970; `changesAtAsking` is how many changes had been told when the backend was asked. */
type Entry = Served<unknown> & {
  freshUntil: number;
  usedAt: number;
  changesAtAsking: number;
  source: Source<unknown>;
};

/** An answer that a change has made out of date; `usedAt` is when a visitor last needed it, in milliseconds since 1970. */
export type Outdated = { key: string; path: string; version: string; usedAt: number };

/** What came of asking for it again: another answer or none, the same one, or nothing, so that the old one stays. */
export type Renewal = 'changed' | 'same' | 'failed';

type State = Pick<Entry, 'version' | 'storedAt' | 'freshUntil'>;

type CacheOptions = {
  freshMs: number;
  staleMs: number;
  /** Told of every refresh that failed while an older answer served instead. */
  onStale: (path: string, key: string, error: unknown) => void;
  /** The backend tells of changes: copies from before this process began may have missed one. */
  isTold?: boolean;
  now?: () => number;
  /** From 0 to 1, another one each time. */
  random?: () => number;
};

/**
 * Answers by key: fresh for a while, then served stale until `staleMs` is over, while one refresh runs or the backend fails.
 * An answer that is not in memory is taken from its stale copy. A failure is never kept, but for the backend's word that there
 * is no such article, which is kept as long as an answer is fresh. Loads of one key are a single flight. An answer that was asked
 * for before its path changed is stale at once.
 */
export function createCache({
  freshMs,
  staleMs,
  onStale,
  isTold,
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
  const changes = createChanges({ now, areTold: isTold });
  let [staleServed, refreshes] = [0, 0];

  /** `isQuiet`: no visitor waits for the answer, so it does not count as served or used. */
  async function serve<T>(key: string, source: Source<T>, isQuiet: boolean): Promise<Served<T>> {
    refuseAbsent(key, source);
    const entry =
      usable(key, source, isQuiet) ??
      (await restored(key, source, isQuiet)) ??
      (await singleFlight(running, key, () => call(key, source)));
    if (entry.absence && !source.mayLack) throw entry.absence;
    if (!isQuiet) noteUse(entry);
    return entry as Served<T>;
  }

  const get = <T>(key: string, source: Source<T>): Promise<Served<T>> => serve(key, source, false);

  /** As `get` for work behind the scenes: a stale answer is refreshed first, where that is possible, and it is no use of the answer. */
  async function getRefreshed<T>(key: string, source: Source<T>): Promise<Served<T>> {
    const served = await serve(key, source, true);
    await running.get(key)?.catch(() => undefined);
    return (entries.peek(key) as Served<T> | undefined) ?? served;
  }

  function noteUse(entry: Entry): void {
    ages.note(now() - entry.storedAt);
    entry.usedAt = now();
  }

  /** What is known of a key; like `get`, it starts the refresh of a stale answer. Nothing where there is no answer to serve. */
  function state(key: string): State | undefined {
    const entry = usable(key);
    if (entry) noteUse(entry);
    return entry;
  }

  /** The entry that may be served now; a stale one is refreshed meanwhile. */
  function usable(key: string, source?: Source<unknown>, isQuiet = false): Entry | undefined {
    const entry = entries.get(key);
    if (!entry || (entry.absence && source && !source.mayLack)) return undefined;
    const wasChanged = isOutdated(entry);
    if (wasChanged) entry.freshUntil = 0;
    if (now() < entry.freshUntil) return entry;
    // Without the change it would still be fresh: a backend that fails now must not take it away.
    const servedMs = wasChanged ? Math.max(freshMs, staleMs) : staleMs;
    if (now() - entry.storedAt >= servedMs) return undefined;
    if (source && !isQuiet) staleServed += 1;
    void refresh(key, entry, source ?? entry.source);
    return entry;
  }

  const isOutdated = ({ source, changesAtAsking }: Entry): boolean =>
    changes.hasChanged(source.path, changesAtAsking);

  /** Never rejects. */
  async function refresh(key: string, entry: Entry, source: Source<unknown>): Promise<void> {
    if (running.has(key) || !breakers.allows(source.path)) return;
    refreshes += 1;
    const asked = async () => (await renewed(key, entry, source)) ?? call(key, source);
    await singleFlight(running, key, asked).catch((error: unknown) => {
      if (!isBackendsWord(error)) onStale(source.path, key, error);
    });
  }

  async function renew({ key, version }: Outdated): Promise<Renewal> {
    // What was asked before the change may bring the old answer.
    await running.get(key)?.catch(() => undefined);
    const before = entries.peek(key);
    if (before && isOutdated(before)) {
      await refresh(key, before, before.source);
      if (entries.peek(key) === before) return 'failed';
    }
    return entries.peek(key)?.version === version ? 'same' : 'changed';
  }

  /** The stale copy, where it may still be served. */
  async function restored(
    key: string,
    source: Source<unknown>,
    isQuiet: boolean,
  ): Promise<Entry | undefined> {
    await singleFlight(restoring, key, async () => {
      const copy = await copyOf(source);
      if (copy) keep(key, copy, source, changes.countAt(source.path, copy.storedAt));
    });
    return usable(key, source, isQuiet);
  }

  /** The copy on the disk, where another process has renewed it and the backend need not be asked. */
  async function renewed(key: string, entry: Entry, source: Source<unknown>): Promise<Entry | undefined> {
    const copy = freshMs > 0 ? await copyOf(source) : undefined;
    if (!copy || copy.storedAt <= entry.storedAt || now() - copy.storedAt >= freshMs) return undefined;
    const changesAtAsking = changes.countAt(source.path, copy.storedAt);
    if (changes.hasChanged(source.path, changesAtAsking)) return undefined;
    return keep(key, copy, source, changesAtAsking);
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
    const changesAtAsking = changes.count();
    try {
      const loaded = await source.load();
      breakers.note(source.path, loaded.absence);
      return keep(key, { ...loaded, storedAt: now() }, source, changesAtAsking);
    } catch (error) {
      breakers.note(source.path, error);
      if (!isBackendsWord(error)) throw error;
      entries.delete(key);
      source.forget?.();
      const isOld = changes.hasChanged(source.path, changesAtAsking);
      if (isNoArticle(error) && !isOld) negatives.set(key, now() + freshMs);
      throw error;
    }
  }

  function keep(
    key: string,
    served: Served<unknown>,
    source: Source<unknown>,
    changesAtAsking: number,
  ): Entry {
    // A clock that is put back must not make an answer fresh for longer.
    const storedAt = Math.min(served.storedAt, now());
    const freshUntil = storedAt + freshMs * (1 - JITTER * random());
    // Asking is no use of the answer.
    const usedAt = entries.peek(key)?.usedAt ?? 0;
    const entry = { ...served, storedAt, freshUntil, usedAt, changesAtAsking, source };
    entries.set(key, entry);
    negatives.delete(key);
    return entry;
  }

  return {
    get,
    getRefreshed,
    state,

    /**
     * The backend tells that paths of the contract, or all of them, have changed: their answers are stale from now on, and what
     * was not there may be. Nothing is asked for before somebody needs it, or `renew` is called.
     */
    change(paths?: readonly string[]): void {
      changes.note(paths);
      negatives.clear();
    },

    /** How many changes were told so far. */
    changes: changes.count,

    /** The answers that changes have made out of date, and that were not asked for since. */
    outdated: (): Outdated[] =>
      [...entries.entries()]
        .filter(([, entry]) => isOutdated(entry))
        .map(([key, { source, version, usedAt }]) => ({ key, path: source.path, version, usedAt })),

    /** Asks for such an answer, unless somebody has done so meanwhile; it is still served until the new one is there. Never rejects. */
    renew,

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
