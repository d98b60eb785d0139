import { sql } from 'kysely';
import type { Logger } from 'pino';
import { type Db, isPostgres } from './engine/database.ts';
import type { ListenHandlers } from './engine/postgres-listener.ts';

/** LISTEN/NOTIFY channel (https://www.postgresql.org/docs/current/sql-notify.html). */
const CHANNEL = 'plinth_content';

/** Announces texts below 8,000 bytes to all machines that share a PostgreSQL database. Does nothing with SQLite. */
export function createAnnouncements(db: Db, databaseUrl?: string, log?: Pick<Logger, 'info' | 'warn'>) {
  return {
    async announce(text: string): Promise<void> {
      if (isPostgres(db)) await sql`select pg_notify(${CHANNEL}, ${text})`.execute(db);
    },

    /** Receives all announcements, including this machine's own. Returns a stop function. */
    listen(handlers: ListenHandlers): () => Promise<void> {
      if (databaseUrl === undefined) return async () => undefined;
      const stop = import('./engine/postgres-listener.ts').then(({ startListener }) =>
        startListener(databaseUrl, { channel: CHANNEL, log, ...handlers }),
      );
      return () => stop.then((end) => end());
    },
  };
}
