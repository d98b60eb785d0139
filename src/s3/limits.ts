const SECOND_MS = 1000;

/** The limits of a call to the store, by this machine's clock. */
export type Limits = {
  /** Time without a byte in either direction that ends a try, connecting included, in milliseconds. */
  silenceMs: number;
  /** Time that ends a try, in milliseconds: 10 MB at 1.4 Mbit/s. */
  tryMs: number;
  /** How often a call is tried, and the time after which it is not tried again, in milliseconds. */
  tries: number;
  retryWithinMs: number;
  /** The longest pause before the second try, in milliseconds; each later one is twice as long. */
  pauseMs: number;
};

export const LIMITS: Limits = {
  silenceMs: 10 * SECOND_MS,
  tryMs: 60 * SECOND_MS,
  tries: 3,
  retryWithinMs: 15 * SECOND_MS,
  pauseMs: 0.4 * SECOND_MS,
};

/** The largest XML answer that is read, in bytes: a page of the list has some 400 a key. */
export const MAX_XML_BYTES = 4 * 1024 * 1024;

/** Keys in a page of the list: what S3 gives at most. */
export const KEYS_IN_PAGE = 1000;
