import type { Logger } from 'pino';
import { repeat } from '../../lib/async.ts';
import { DAY_MS } from '../../lib/days.ts';
import type { Clock } from './engine/clock.ts';
import { type Db, isPostgres } from './engine/database.ts';
import { incrementCounter } from './rate-counters.ts';

/** Key prefix of the announcement counters, one per text. */
const PREFIX = 'announcement ';
const POLL_INTERVAL_MS = 1000;

type Handlers = { onText: (text: string) => void; onListening: () => void };

/** Announces short texts to all machines that share a PostgreSQL database. Does nothing with SQLite. */
export function createAnnouncements(db: Db, clock: Clock, log?: Pick<Logger, 'info' | 'warn'>) {
  const readVersions = async () => {
    const rows = await db.selectFrom('limits').selectAll().where('key', 'like', `${PREFIX}%`).execute();
    return new Map(rows.map(({ key, hits, resetsAt }) => [key, `${hits} ${resetsAt}`]));
  };
  return {
    async announce(text: string): Promise<void> {
      const now = clock.now();
      if (isPostgres(db)) await incrementCounter(db, PREFIX + text, now + DAY_MS, now);
    },

    /**
     * Receives all announcements, including this machine's own. Calls `onListening` once, because earlier announcements may have
     * been missed. Returns a stop function.
     */
    listen({ onText, onListening }: Handlers): () => Promise<void> {
      if (!isPostgres(db)) return async () => undefined;
      let known: Map<string, string> | undefined;
      const poll = async () => {
        const seen = known;
        known = await readVersions();
        if (!seen) return onListening();
        for (const [key, version] of known) if (seen.get(key) !== version) onText(key.slice(PREFIX.length));
      };
      return repeat(poll, POLL_INTERVAL_MS, (reason) => {
        if (reason === undefined) log?.info('receiving announcements of other machines again');
        else log?.warn({ reason }, 'not receiving announcements of other machines');
      });
    },
  };
}
