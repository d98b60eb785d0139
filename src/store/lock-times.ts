/** How long a writer waits for those of other connections, in milliseconds. */
export const LOCK_WAIT_MS = 5000;

/** How long SQLite itself may wait, and every other question with it, in milliseconds: readers, at most for a repair. */
export const BLOCKING_MS = 100;
