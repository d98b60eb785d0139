import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { SqliteAdapter, type SqliteDatabase, SqliteDialect, SqliteDriver } from 'kysely';

/** How long SQLite itself may wait, and the whole process with it, in milliseconds: readers, at most for a repair. */
export const BLOCKING_MS = 100;

const RETRY_MS = 5;

/** A lock that was not met for so long is another one when it is met again, in milliseconds. */
const SAME_LOCK_MS = 1000;

/** SQLite's result code for "another connection writes" (https://sqlite.org/rescode.html#busy). */
const SQLITE_BUSY = 5;
const PRIMARY_CODE = 0xff;

export type SqliteFile = SqliteDatabase & { exec(sql: string): void; isTransaction(): boolean };

/** kysely's SQLite dialect, with transactions that take the right to write at once and migrations inside of one. */
export class ImmediateDialect extends SqliteDialect {
  readonly #file: SqliteFile;
  readonly #lockWaitMs: number;

  constructor(file: SqliteFile, lockWaitMs: number) {
    super({ database: file });
    this.#file = file;
    this.#lockWaitMs = lockWaitMs;
  }

  override createDriver() {
    return new ImmediateDriver(this.#file, this.#lockWaitMs);
  }

  override createAdapter() {
    return new TransactionalAdapter();
  }
}

/**
 * A transaction that starts by reading cannot always go on to write, whatever the busy timeout
 * (https://sqlite.org/isolation.html): this one begins as a writer. It waits without blocking the event loop, where
 * the connection it waits for may live too. Transactions wait one after another, but for one lock together: who comes when
 * it has lasted too long fails at once.
 */
class ImmediateDriver extends SqliteDriver {
  readonly #file: SqliteFile;
  readonly #lockWaitMs: number;
  #lock = { since: 0, metAt: 0 };

  constructor(file: SqliteFile, lockWaitMs: number) {
    super({ database: file });
    this.#file = file;
    this.#lockWaitMs = lockWaitMs;
  }

  override async beginTransaction() {
    // One after another without a pause, those of one request would hold up all others.
    await nextTurn();
    for (;;) {
      const failure = this.#tryBegin();
      if (failure === undefined) {
        this.#lock.metAt = 0;
        return;
      }
      if (!isBusy(failure) || this.#meetLock() >= this.#lockWaitMs) throw failure;
      await wait(RETRY_MS);
    }
  }

  /** How long the lock has been met, in milliseconds. */
  #meetLock(): number {
    const now = Date.now();
    if (now - this.#lock.metAt > SAME_LOCK_MS) this.#lock.since = now;
    this.#lock.metAt = now;
    return now - this.#lock.since;
  }

  /** SQLite itself rolls back on some failures, such as a full disk: a second time would hide the first failure. */
  override async rollbackTransaction() {
    if (this.#file.isTransaction()) this.#file.exec('rollback');
  }

  #tryBegin(): unknown {
    this.#file.exec('pragma busy_timeout = 0');
    try {
      this.#file.exec('begin immediate');
      return undefined;
    } catch (error) {
      return error;
    } finally {
      this.#file.exec(`pragma busy_timeout = ${BLOCKING_MS}`);
    }
  }
}

class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }
}

function isBusy(error: unknown): boolean {
  const code = (error as { errcode?: unknown } | null)?.errcode;
  return typeof code === 'number' && (code & PRIMARY_CODE) === SQLITE_BUSY;
}
