import type { Logger } from 'pino';
import { repeat } from '../../lib/async.ts';
import { DAY_MS } from '../../lib/days.ts';
import { newIdentifier } from '../../lib/identifiers.ts';
import type { Clock } from './engine/clock.ts';
import { type Db, isPostgres } from './engine/database.ts';

const POLL_INTERVAL_MS = 1000;

type Handlers = { onText: (text: string) => void; onListening: () => void };

/** Announces short messages to all machines that share a PostgreSQL database. Does nothing with SQLite. */
export function createAnnouncements(db: Db, clock: Clock, log?: Pick<Logger, 'info' | 'warn'>) {
  if (!isPostgres(db)) return { announce: async () => undefined, listen: () => async () => undefined };
  const readVersions = async () => {
    const rows = await db.selectFrom('announcements').select(['text', 'version']).execute();
    return new Map(rows.map(({ text, version }) => [text, version]));
  };
  return {
    async announce(text: string): Promise<void> {
      const update = { version: newIdentifier(), expiresAt: clock.now() + DAY_MS };
      await db
        .insertInto('announcements')
        .values({ text, ...update })
        .onConflict((conflict) => conflict.column('text').doUpdateSet(update))
        .execute();
    },

    /**
     * Receives all announcements, including this machine's own. Calls `onListening` once, because earlier announcements may have
     * been missed. Returns a stop function.
     */
    listen({ onText, onListening }: Handlers): () => Promise<void> {
      let versions: Map<string, string> | undefined;
      const poll = async () => {
        const earlier = versions;
        versions = await readVersions();
        if (!earlier) return onListening();
        for (const [text, version] of versions) if (earlier.get(text) !== version) onText(text);
      };
      return repeat(poll, POLL_INTERVAL_MS, (reason) => {
        if (reason === undefined) log?.info('receiving announcements of other machines again');
        else log?.warn({ reason }, 'not receiving announcements of other machines');
      });
    },
  };
}
