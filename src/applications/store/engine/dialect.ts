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

/** Busy timeout of SQLite for statements outside of `begin`, which blocks the event loop. Only WAL recovery makes readers wait. */
export const BLOCKING_MS = 100;

const RETRY_MS = 5;

/** Time without an observation after which a lock counts as a new one. */
const LOCK_TIME_TOLERANCE_MS = 1000;

/** Result code if another connection is writing (https://sqlite.org/rescode.html#busy). */
const SQLITE_BUSY = 5;
const PRIMARY_CODE = 0xff;

/** `beforeWrite` throws if the database cannot be written. */
type Options = { lockWaitMs: number; beforeWrite: () => void };

/** Creates kysely's SQLite dialect with `begin immediate` and transactional migrations. */
export const immediateDialect = (sqlite: DatabaseSync, options: Options): Dialect => ({
  createDriver: () => new ImmediateDriver(sqlite, options),
  createAdapter: () => new TransactionalAdapter(),
  createQueryCompiler: () => new LocklessCompiler(),
  createIntrospector: (db) => new SqliteIntrospector(db),
});

/**
 * Begins transactions as writers, because a reader cannot always upgrade to a writer, regardless of the busy timeout
 * (https://sqlite.org/isolation.html). Waits for the lock without blocking the event loop, because the lock holder may be in this
 * process. All waiting transactions share one timeout per lock, after which further ones fail immediately.
 */
class ImmediateDriver extends SqliteDriver {
  readonly #sqlite: DatabaseSync;
  readonly #options: Options;
  #lock = { since: 0, seenAt: 0 };

  constructor(sqlite: DatabaseSync, options: Options) {
    super({ database: forKysely(sqlite) });
    this.#sqlite = sqlite;
    this.#options = options;
  }

  override async beginTransaction() {
    // Yields, so that other requests run between the transactions of one request.
    await nextTurn();
    this.#options.beforeWrite();
    for (;;) {
      try {
        this.#begin();
        this.#lock.seenAt = 0;
        return;
      } catch (error) {
        if (!isBusy(error) || this.#lockAgeMs() >= this.#options.lockWaitMs) throw error;
      }
      await wait(RETRY_MS);
    }
  }

  /** Returns how long the current lock has been observed. */
  #lockAgeMs(): number {
    const now = Date.now();
    if (now - this.#lock.seenAt > LOCK_TIME_TOLERANCE_MS) this.#lock.since = now;
    this.#lock.seenAt = now;
    return now - this.#lock.since;
  }

  /** Rolls back, unless SQLite already has, for example after a full disk. A second rollback would hide the first error. */
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

/** Omits `for update`, because SQLite has no row locks and a transaction is the only writer. */
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

/** Adapts node:sqlite to kysely's interface. */
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
