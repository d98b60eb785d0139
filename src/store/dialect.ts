import { setTimeout as wait } from 'node:timers/promises';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { ThreadedSqlite } from './threaded-sqlite.ts';

const RETRY_MS = 5;

/** A lock that was not met for so long is another one when it is met again, in milliseconds. */
const SAME_LOCK_MS = 1000;

/** SQLite's result code for "another connection writes" (https://sqlite.org/rescode.html#busy). */
const SQLITE_BUSY = 5;
const PRIMARY_CODE = 0xff;

/** SQLite in a thread, with transactions that take the right to write at once and migrations inside of one. */
export const threadDialect = (sqlite: ThreadedSqlite, lockWaitMs: number): Dialect => ({
  createDriver: () => new ThreadDriver(sqlite, lockWaitMs),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createAdapter: () => new TransactionalAdapter(),
  createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
});

/**
 * A transaction that starts by reading cannot always go on to write, whatever the busy timeout
 * (https://sqlite.org/isolation.html): this one begins as a writer. It waits without holding up what only reads.
 * Transactions wait one after another, but for one lock together: who comes when it has lasted too long fails at once.
 */
class ThreadDriver implements Driver {
  readonly #sqlite: ThreadedSqlite;
  readonly #lockWaitMs: number;
  readonly #connection: DatabaseConnection;
  #lock = { since: 0, metAt: 0 };

  constructor(sqlite: ThreadedSqlite, lockWaitMs: number) {
    this.#sqlite = sqlite;
    this.#lockWaitMs = lockWaitMs;
    this.#connection = new ThreadConnection(sqlite);
  }

  async init() {}

  async acquireConnection() {
    return this.#connection;
  }

  async releaseConnection() {}

  async beginTransaction() {
    for (;;) {
      const failure = await this.#tryBegin();
      if (failure === undefined) {
        this.#lock.metAt = 0;
        return;
      }
      if (!isBusy(failure) || this.#meetLock() >= this.#lockWaitMs) throw failure;
      await wait(RETRY_MS);
    }
  }

  async commitTransaction() {
    await this.#sqlite.ask({ kind: 'query', sql: 'commit', parameters: [] });
  }

  /** SQLite itself rolls back on some failures, such as a full disk: a second time would hide the first failure. */
  async rollbackTransaction() {
    await this.#sqlite.ask({ kind: 'rollback' });
  }

  async destroy() {
    await this.#sqlite.close();
  }

  /** How long the lock has been met, in milliseconds. */
  #meetLock(): number {
    const now = Date.now();
    if (now - this.#lock.metAt > SAME_LOCK_MS) this.#lock.since = now;
    this.#lock.metAt = now;
    return now - this.#lock.since;
  }

  #tryBegin(): Promise<unknown> {
    return this.#sqlite.ask({ kind: 'begin' }).then(
      () => undefined,
      (error: unknown) => error,
    );
  }
}

class ThreadConnection implements DatabaseConnection {
  readonly #sqlite: ThreadedSqlite;

  constructor(sqlite: ThreadedSqlite) {
    this.#sqlite = sqlite;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, changes, lastId } = await this.#sqlite.ask({ kind: 'query', sql, parameters });
    return {
      rows: rows as Row[],
      ...(changes !== undefined && { numAffectedRows: BigInt(changes) }),
      ...(lastId !== undefined && { insertId: BigInt(lastId) }),
    };
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncGenerator<QueryResult<Row>> {
    yield await this.executeQuery<Row>(query);
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
