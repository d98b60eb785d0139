import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Db } from './engine/database.ts';
import { isPostgres } from './engine/engine.ts';
import type { Hearing } from './engine/postgres-listener.ts';

/** PostgreSQL's name of what the machines of a site hear (https://www.postgresql.org/docs/current/sql-notify.html). */
const CHANNEL = 'plinth_content';

/** Short texts, below 8,000 bytes, from one machine to all that share the database. With SQLite there is one machine. */
export function createAnnouncements(db: Db, databaseUrl?: string, log?: Pick<Logger, 'info' | 'warn'>) {
  return {
    async announce(text: string): Promise<void> {
      if (isPostgres(db)) await sql`select pg_notify(${CHANNEL}, ${text})`.execute(db);
    },

    /** Hears what is announced from now on, this machine's own too, until the function that it gives is called. */
    listen(hearing: Hearing): () => Promise<void> {
      if (databaseUrl === undefined) return async () => undefined;
      const stop = import('./engine/postgres-listener.ts').then(({ startListener }) =>
        startListener(databaseUrl, { channel: CHANNEL, log, ...hearing }),
      );
      return () => stop.then((end) => end());
    },
  };
}
