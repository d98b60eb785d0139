const SECOND_MS = 1000;

/** The limits of a call to the store with all its attempts, by this machine's clock. */
export type Limits = {
  /** Time without a byte in either direction that ends a call, connecting and retries included. */
  silenceMs: number;
  /** Time that ends a call: 10 MB at 1.4 Mbit/s. */
  callMs: number;
  attempts: number;
  /** Longest pause before the second attempt; each later one is twice as long. */
  pauseMs: number;
};

export const LIMITS: Limits = {
  silenceMs: 10 * SECOND_MS,
  callMs: 60 * SECOND_MS,
  attempts: 3,
  pauseMs: 0.4 * SECOND_MS,
};

/** The largest XML answer that is read, in bytes: a page of the list has some 400 a key. */
export const MAX_XML_BYTES = 4 * 1024 * 1024;

/** Keys in a page of the list: what S3 gives at most. */
export const KEYS_IN_PAGE = 1000;
