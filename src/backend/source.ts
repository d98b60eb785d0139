/** `version` changes with the content and with nothing else. `absence` is the backend's word that there is none. */
export type Loaded<T> = { value: T; bytes: number; version: string; absence?: unknown };

/** `storedAt` is when the backend said it, in milliseconds since 1970. */
export type Served<T> = Loaded<T> & { storedAt: number };

/** Where the answer to a question comes from. */
export type Source<T> = {
  /** The call path: its failures are counted together. */
  path: string;
  /** Asks the backend. */
  load: () => Promise<Loaded<T>>;
  /** The copy that is kept outside of memory. */
  restore?: () => Promise<Served<T> | undefined>;
  /** Told that the backend has taken an answer back. */
  forget?: () => void;
  /** What stands for the backend's word that there is none, for who can do without: it is kept like any answer. */
  absent?: (word: unknown) => Loaded<T> | undefined;
};
