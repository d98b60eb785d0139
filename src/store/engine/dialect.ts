import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import {
  type Dialect,
  type SelectModifierNode,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';

/** How long SQLite itself may wait, and the whole process with it, in milliseconds: readers, at most for a repair. */
export const BLOCKING_MS = 100;

const RETRY_MS = 5;

/** A lock that was not met for so long is another one when it is met again, in milliseconds. */
const SAME_LOCK_MS = 1000;

/** SQLite's result code for "another connection writes" (https://sqlite.org/rescode.html#busy). */
const SQLITE_BUSY = 5;
const PRIMARY_CODE = 0xff;

/** kysely's SQLite dialect, with transactions that take the right to write at once and migrations inside of one. */
export const immediateDialect = (sqlite: DatabaseSync, lockWaitMs: number): Dialect => ({
  createDriver: () => new ImmediateDriver(sqlite, lockWaitMs),
  createAdapter: () => new TransactionalAdapter(),
  createQueryCompiler: () => new LocklessCompiler(),
  createIntrospector: (db) => new SqliteIntrospector(db),
});

/**
 * A transaction that starts by reading cannot always go on to write, whatever the busy timeout
 * (https://sqlite.org/isolation.html): this one begins as a writer. It waits without blocking the event loop, where
 * the connection it waits for may live too. Transactions wait one after another, but together for one lock: a
 * transaction that comes after the lock has lasted too long fails at once.
 */
class ImmediateDriver extends SqliteDriver {
  readonly #sqlite: DatabaseSync;
  readonly #lockWaitMs: number;
  #lock = { since: 0, metAt: 0 };

  constructor(sqlite: DatabaseSync, lockWaitMs: number) {
    super({ database: forKysely(sqlite) });
    this.#sqlite = sqlite;
    this.#lockWaitMs = lockWaitMs;
  }

  override async beginTransaction() {
    // One after another without a pause, those of one request would hold up all others.
    await nextTurn();
    for (;;) {
      try {
        this.#begin();
        this.#lock.metAt = 0;
        return;
      } catch (error) {
        if (!isBusy(error) || this.#meetLock() >= this.#lockWaitMs) throw error;
      }
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
    if (this.#sqlite.isTransaction) this.#sqlite.exec('rollback');
  }

  #begin(): void {
    this.#sqlite.exec('pragma busy_timeout = 0');
    try {
      this.#sqlite.exec('begin immediate');
    } finally {
      this.#sqlite.exec(`pragma busy_timeout = ${BLOCKING_MS}`);
    }
  }
}

/** SQLite has no row locks (`for update`) and needs none: a transaction is the only writer. */
class LocklessCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier === 'Distinct') super.visitSelectModifier(node);
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

/** node:sqlite in the shape that kysely asks for. */
const forKysely = (sqlite: DatabaseSync): SqliteDatabase => ({
  close: () => sqlite.close(),
  prepare(sql) {
    const statement = sqlite.prepare(sql);
    return {
      reader: statement.columns().length > 0,
      all: (values) => statement.all(...(values as SQLInputValue[])),
      run: (values) => statement.run(...(values as SQLInputValue[])),
      iterate: (values) => statement.iterate(...(values as SQLInputValue[])),
    };
  },
});
