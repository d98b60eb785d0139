/** What the thread of the database is started with; times in milliseconds. */
export type Opening = {
  file: string;
  /** How long it waits for another process at its start, and how long at most in a query. */
  lockWaitMs: number;
  blockingMs: number;
};

export type Ask =
  | { kind: 'query'; sql: string; parameters: readonly unknown[] }
  /** A transaction that writes, or an error at once where another connection does. */
  | { kind: 'begin' }
  /** Nothing where SQLite has rolled back by itself. */
  | { kind: 'rollback' }
  | { kind: 'close' };

/** Of a query that reads its rows, of one that writes what it changed. */
export type Answer = { rows: unknown[]; changes?: number | bigint; lastId?: number | bigint };

/** An error of node:sqlite, which loses all but its message between threads. */
export type Failed = { message: string; code?: string; errcode?: number; errstr?: string };

export type Asked = { id: number; ask: Ask };
export type Told = { id: number; answer: Answer } | { id: number; failed: Failed };
