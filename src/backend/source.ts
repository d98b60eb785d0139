/** `version` changes with the content and with nothing else. `absence` is the backend's word that there is none. */
export type Loaded<T> = { value: T; bytes: number; version: string; absence?: unknown };

/** `storedAt` is when the backend said it, in milliseconds since 1970; of a stale copy, when it was asked. */
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
