/** The age in whole seconds of the oldest answer of the backend that something was made of. For machines alone. */
export const AGE_HEADER = 'X-Content-Age';

const SECOND_MS = 1000;

/** What the header says of content that was given at this time, in milliseconds since 1970. */
export const contentAge = (storedAt: number, now = Date.now()): string =>
  `${Math.max(0, Math.floor((now - storedAt) / SECOND_MS))}`;
