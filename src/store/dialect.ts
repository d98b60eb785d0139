import { setTimeout as wait } from 'node:timers/promises';
import { SqliteAdapter, type SqliteDatabase, SqliteDialect, SqliteDriver } from 'kysely';

/** How long a writer waits for another one, in milliseconds. */
export const BUSY_TIMEOUT_MS = 5000;

const RETRY_MS = 5;

/** SQLite's result code for "another connection writes" (https://sqlite.org/rescode.html#busy). */
const SQLITE_BUSY = 5;
const PRIMARY_CODE = 0xff;

export type SqliteFile = SqliteDatabase & { exec(sql: string): void; isTransaction(): boolean };

/** kysely's SQLite dialect, with transactions that take the right to write at once and migrations inside of one. */
export class ImmediateDialect extends SqliteDialect {
  readonly #file: SqliteFile;

  constructor(file: SqliteFile) {
    super({ database: file });
    this.#file = file;
  }

  override createDriver() {
    return new ImmediateDriver(this.#file);
  }

  override createAdapter() {
    return new TransactionalAdapter();
  }
}

/**
 * A transaction that starts by reading cannot always go on to write, whatever the busy timeout
 * (https://sqlite.org/isolation.html): this one begins as a writer. It waits without blocking the event loop, where
 * the connection it waits for may live too.
 */
class ImmediateDriver extends SqliteDriver {
  readonly #file: SqliteFile;

  constructor(file: SqliteFile) {
    super({ database: file });
    this.#file = file;
  }

  override async beginTransaction() {
    const end = Date.now() + BUSY_TIMEOUT_MS;
    for (;;) {
      const failure = this.#tryBegin();
      if (failure === undefined) return;
      if (!isBusy(failure) || Date.now() >= end) throw failure;
      await wait(RETRY_MS);
    }
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
      this.#file.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
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
