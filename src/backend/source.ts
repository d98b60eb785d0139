/** `version` changes with the content and with nothing else. `absence` is the backend's word that there is none. */
export type Loaded<T> = { value: T; bytes: number; version: string; absence?: unknown };

/** `storedAt` is when the backend said it, in milliseconds since 1970. */
export type Served<T> = Loaded<T> & { storedAt: number };

/** How the cache gets the answer of a key. */
export type Source<T> = {
  /** The call path: its failures are counted together. */
  path: string;
  /** Asks the backend. */
  load: () => Promise<Loaded<T>>;
  /** The stale copy. */
  restore?: () => Promise<Served<T> | undefined>;
  /** Called when the backend withdraws an answer. */
  forget?: () => void;
  /** The answer in place of the backend's word that there is none, for callers that can do without; it is kept like any answer. */
  absent?: (word: unknown) => Loaded<T> | undefined;
};
