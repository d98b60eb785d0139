import { PostgresAdapter } from 'kysely';
import type { Db } from './database.ts';

/** Busy and idle connections, and queries that wait for one. */
export type Connections = { busy: number; idle: number; waiting: number };

export class ServerAdapter extends PostgresAdapter {
  readonly connections: () => Connections;

  constructor(connections: () => Connections) {
    super();
    this.connections = connections;
  }

  /** `migrate` takes its own lock, until its transaction ends. */
  override acquireMigrationLock(): Promise<void> {
    return Promise.resolve();
  }

  override releaseMigrationLock(): Promise<void> {
    return Promise.resolve();
  }
}

const serverOf = (db: Db): ServerAdapter | undefined => {
  const { adapter } = db.getExecutor();
  return adapter instanceof ServerAdapter ? adapter : undefined;
};

/** PostgreSQL has concurrent writers; with SQLite a transaction is the only writer. */
export const isPostgres = (db: Db): boolean => serverOf(db) !== undefined;

/** Counter of this process's connections; undefined with SQLite. */
export const connectionsOf = (db: Db): (() => Connections) | undefined => serverOf(db)?.connections;
