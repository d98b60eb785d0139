import { PostgresAdapter } from 'kysely';
import type { Db } from './database.ts';

/** Connections that are at work or idle, and queries that wait for one. */
export type Connections = { busy: number; idle: number; waiting: number };

export class ServerAdapter extends PostgresAdapter {
  readonly connections: () => Connections;

  constructor(connections: () => Connections) {
    super();
    this.connections = connections;
  }

  /** `migrate` has a lock of its own, which lasts until its transaction ends. */
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

/** Whether it is PostgreSQL, where several write at the same time; with SQLite a transaction is the only writer. */
export const isPostgres = (db: Db): boolean => serverOf(db) !== undefined;

/** Counts this process's connections to the database; undefined where that is a file. */
export const connectionsOf = (db: Db): (() => Connections) | undefined => serverOf(db)?.connections;
