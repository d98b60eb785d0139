import { LRUCache } from 'lru-cache';
import { singleFlight } from '../../lib/async.ts';

const MAX_CACHE_BYTES = 64 * 1024 * 1024;
/** Estimated memory that a parsed response needs in addition to its bytes. */
const ENTRY_OVERHEAD_BYTES = 1000;

/** Pause after a failed refresh before the same key is refreshed again. Doubles with each failure. */
export const RETRY_DELAY_MS = 2000;
export const MAX_RETRY_DELAY_MS = 30_000;

/** Cache path of the images that content refers to. */
export const IMAGES_PATH = 'picture';

/** Parsed response. `version` identifies its content; `absence` is set if the backend reports that the article does not exist. */
export type Loaded<T> = { value: T; bytes: number; version: string; absence?: unknown };

/** Response that can be served. `storedAt` is the backend request's time, from `Date.now`. */
export type Served<T> = Loaded<T> & { storedAt: number };

/** Source of a response: the backend, or the copy on disk. */
export type Source<T> = {
  path: string;
  load: (requestedAt: number) => Promise<Loaded<T>>;
  restore?: () => Promise<Served<T> | undefined>;
  /** Returns a response with an `absence` instead of throwing the `absence`. */
  allowMissing?: boolean;
};

type Entry = Served<unknown> & {
  source: Source<unknown>;
  retryAt: number;
  delayMs: number;
  refreshError?: unknown;
};

type CacheOptions = {
  freshMs: number;
  staleMs: number;
  /** Called after a failed refresh, while the stale response is served. */
  onStale: (path: string, error: unknown) => void;
  /** True if the backend reports changes. Copies from before the start are then stale, because a change may have been missed. */
  hasHook?: boolean;
  now?: () => number;
};

/**
 * Caches the backend's responses, and the images that they refer to. A response is fresh for `freshMs` or until its path changes,
 * then served stale until it is `staleMs` old, while one refresh runs. Failures are not cached; an article's 404 is while fresh.
 */
export function createCache({ freshMs, staleMs, onStale, hasHook = false, now = Date.now }: CacheOptions) {
  const maxAgeMs = Math.max(freshMs, staleMs);
  const entries = new LRUCache<string, Entry>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: ({ bytes }, key) => ENTRY_OVERHEAD_BYTES + 2 * key.length + bytes,
  });
  const running = new Map<string, Promise<Entry>>();
  const changedAt = new Map<string, number>();
  let allChangedAt = hasHook ? now() : Number.NEGATIVE_INFINITY;

  // After the clock is set back, `storedAt` may be in the future.
  const ageOf = ({ storedAt }: Entry): number => Math.abs(now() - storedAt);

  /** Images stay fresh until content changes or they are too old to serve. */
  const maxFreshMsOf = ({ source, absence }: Entry): number =>
    source.path === IMAGES_PATH && !absence ? maxAgeMs : freshMs;

  const isFresh = (entry: Entry): boolean =>
    ageOf(entry) < maxFreshMsOf(entry) &&
    entry.storedAt > Math.max(allChangedAt, changedAt.get(entry.source.path) ?? 0);

  /** A stale 404 is not served, because the article may exist by now. */
  const isUsable = (entry: Entry, { allowMissing }: Source<unknown>): boolean =>
    ageOf(entry) < maxAgeMs && (!entry.absence || allowMissing === true || isFresh(entry));

  /** Returns the entry if it can be served. Starts a refresh if it is stale. */
  function findUsable(key: string, source: Source<unknown>): Entry | undefined {
    const entry = entries.get(key);
    if (!entry || !isUsable(entry, source)) return undefined;
    if (!isFresh(entry)) refresh(key, source, entry);
    return entry;
  }

  function refresh(key: string, source: Source<unknown>, entry: Entry): void {
    if (running.has(key) || now() < entry.retryAt) return;
    singleFlight(running, key, () => load(key, source)).catch((error: unknown) => {
      entry.refreshError = error;
      entry.retryAt = now() + entry.delayMs;
      entry.delayMs = Math.min(2 * entry.delayMs, MAX_RETRY_DELAY_MS);
      onStale(source.path, error);
    });
  }

  async function load(key: string, source: Source<unknown>): Promise<Entry> {
    const storedAt = now();
    return store(key, { ...(await source.load(storedAt)), storedAt }, source);
  }

  function store(key: string, served: Served<unknown>, source: Source<unknown>): Entry {
    const before = entries.get(key);
    const hasChanged = before && before.version !== served.version;
    if (hasChanged && source.path !== IMAGES_PATH) changedAt.set(IMAGES_PATH, now());
    const entry = { ...served, source, retryAt: 0, delayMs: RETRY_DELAY_MS };
    entries.set(key, entry);
    return entry;
  }

  function unwrapEntry<T>(entry: Entry, { allowMissing }: Source<T>): Served<T> {
    if (entry.absence && !allowMissing) throw entry.absence;
    return entry as Served<T>;
  }

  async function get<T>(key: string, source: Source<T>): Promise<Served<T>> {
    let restored: Entry | undefined;
    const restoreOrLoad = async () => {
      const copy = source.restore && maxAgeMs > 0 && !entries.has(key) && (await source.restore());
      restored = copy ? store(key, copy, source) : undefined;
      return restored && isUsable(restored, source) ? restored : load(key, source);
    };
    const entry = findUsable(key, source) ?? (await singleFlight(running, key, restoreOrLoad));
    if (entry === restored && !isFresh(entry)) refresh(key, source, entry);
    return unwrapEntry(entry, source);
  }

  return {
    get,

    /** Like `get`, but waits for the refresh of a stale response. */
    async getRefreshed<T>(key: string, source: Source<T>): Promise<Served<T>> {
      const served = await get(key, source);
      const refreshed = await running.get(key)?.catch(() => undefined);
      return refreshed ? unwrapEntry(refreshed, source) : served;
    },

    /** Returns the value of a key, however old. */
    peek: <T>(key: string): T | undefined => entries.get(key)?.value as T | undefined,

    /** Returns the state of a response that can be served. Like `get`, starts the refresh of a stale one. */
    state(key: string): Pick<Entry, 'version' | 'storedAt'> | undefined {
      const entry = entries.get(key);
      return entry && findUsable(key, entry.source);
    },

    /** Returns why the last refresh of a response failed, or undefined. Starts the refresh of a stale one. */
    refreshError(key: string): unknown {
      const entry = entries.get(key);
      if (entry && !isFresh(entry)) refresh(key, entry.source, entry);
      return entry?.refreshError;
    },

    /** Returns whether all of these responses are fresh and have these versions. Does not start a refresh. */
    areFresh: (versions: ReadonlyMap<string, string>): boolean =>
      [...versions].every(([key, version]) => {
        const entry = entries.get(key);
        return entry?.version === version && isFresh(entry);
      }),

    /** Refreshes a response whose media URLs have expired, unless it was just requested. Never rejects. */
    async refresh(key: string): Promise<void> {
      const entry = entries.get(key);
      if (!entry || ageOf(entry) < RETRY_DELAY_MS) return;
      refresh(key, entry.source, entry);
      await running.get(key)?.catch(() => undefined);
    },

    /** Marks the responses of these paths, or all responses, and all images as stale. */
    change(paths?: readonly string[]): void {
      if (paths) for (const path of [...paths, IMAGES_PATH]) changedAt.set(path, now());
      else allChangedAt = now();
    },
  };
}

export type Cache = ReturnType<typeof createCache>;

/** The backend responses that a page is built from. */
export class PageDependencies {
  readonly versions = new Map<string, string>();

  storedAt: number | undefined;

  /** False if something missing may appear without a new version of any response, so the page is cached only briefly. */
  isComplete = true;

  async track<T>(key: string, pending: Promise<Served<T>>): Promise<T> {
    try {
      const served = await pending;
      this.versions.set(key, served.version);
      this.storedAt = Math.min(this.storedAt ?? served.storedAt, served.storedAt);
      return served.value;
    } catch (error) {
      this.isComplete = false;
      throw error;
    }
  }
}
