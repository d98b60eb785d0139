import { PostgresAdapter } from 'kysely';
import type { Db } from '../database.ts';

/** Whether it is PostgreSQL, where several write at the same time; with SQLite a transaction is the only writer. */
export const isPostgres = (db: Db): boolean => db.getExecutor().adapter instanceof PostgresAdapter;
