import { sql } from 'kysely';
import type { Db } from './database.ts';

/** Whether the database numbers its parameters. PostgreSQL has concurrent writers; with SQLite a transaction is the only writer. */
export const isPostgres = (db: Db): boolean => sql`${0}`.compile(db).sql === '$1';

/** Busy and idle connections, and queries that wait for one. */
export type Connections = { busy: number; idle: number; waiting: number };

const counters = new WeakMap<Db, () => Connections>();

/** Sets the counter of a database's connections. */
export const countConnections = (db: Db, counts: () => Connections): void => void counters.set(db, counts);

/** Counter of this process's connections; undefined with SQLite. */
export const connectionsOf = (db: Db): (() => Connections) | undefined => counters.get(db);
