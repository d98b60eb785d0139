import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import type { S3Settings } from '../config/config.ts';
import type { Limits } from '../files/bucket.ts';
import { openFileStore } from '../files/file-store.ts';
import { ORPHAN_DAYS } from '../form/rules/limits.ts';
import { daysBefore } from '../lib/days.ts';
import { createAnnouncements } from './announcements.ts';
import { createApplications } from './applications/applications.ts';
import { createDeliveries } from './applications/deliveries.ts';
import { createScans } from './applications/scans.ts';
import { createDraftCaptcha } from './drafts/draft-captcha.ts';
import { createDraftFiles } from './drafts/draft-files.ts';
import { createDrafts } from './drafts/drafts.ts';
import { createResumableUploads } from './drafts/resumable-uploads.ts';
import { SeenSessions, SessionStore } from './drafts/sessions.ts';
import { openClock } from './engine/clock.ts';
import { DATABASE_FILE } from './engine/database.ts';
import { connectionsOf } from './engine/engine.ts';
import { createEraser } from './engine/erase.ts';
import { exclusively } from './engine/locks.ts';
import { askDatabase, openMigrated, openUnasked, type Place } from './engine/migrate.ts';
import type { OnQuery } from './engine/query-log.ts';
import { watchParts } from './engine/unavailable.ts';
import { createRateCounters } from './rate-counters.ts';
import { sweep } from './sweep.ts';
import { usageOf } from './usage.ts';

type Log = Pick<Logger, 'info' | 'warn'>;
/** Where everything is kept: tables as `Place` says, files in a bucket where one is set. */
export type StorePlace = Place & { s3?: S3Settings };
type Options = Omit<StorePlace, 'dataDir' | 'onQuery'> & {
  /** A database of another machine need not be there yet. */
  mayBeAway?: boolean;
  s3Limits?: Limits;
};

/**
 * Opens the store in a folder, which it makes, with its tables up to date; several processes may share the folder. With
 * `databaseUrl` its tables are in PostgreSQL, and machines may share them.
 * The data is on disk when a method resolves. Every method rejects where the disk does, where the database does not answer, or where
 * another process writes for longer than `lockWaitMs`. It works again when what was away is back. Times that no caller gives are
 * those of `now`.
 */
export async function openStore(
  dataDir: string,
  log?: Log,
  { s3, s3Limits, mayBeAway, ...options }: Options = {},
) {
  await mkdir(dataDir, { recursive: true });
  const uploads = await openFileStore(dataDir, s3, s3Limits);
  let onQuery: OnQuery = () => undefined;
  const place: Place = { dataDir, ...options, onQuery: (seconds) => onQuery(seconds) };
  const db = await (mayBeAway ? openUnasked(place, log) : openMigrated(place, log));
  const clock = await openClock(db);
  // PostgreSQL frees deleted rows in its own time (autovacuum).
  const eraser =
    options.databaseUrl === undefined ? createEraser(path.join(dataDir, DATABASE_FILE)) : undefined;

  /** Whether the bytes are gone. The row is already: bytes that stay are an orphan, and a later sweep removes them. */
  const tryToRemove = (storedName: string): Promise<boolean> =>
    uploads.remove(storedName).then(
      () => true,
      (error: unknown) => {
        log?.warn({ storedName, reason: String(error) }, 'a file could not be removed');
        return false;
      },
    );
  /** Ends with the first failure, so that a request does not wait for a silent store once a file. */
  async function removeBytes(storedNames: readonly string[]): Promise<void> {
    for (const storedName of storedNames) if (!(await tryToRemove(storedName))) return;
  }

  return {
    drafts: {
      ...createDrafts(db, clock, removeBytes),
      ...createDraftFiles(db, clock, removeBytes),
      ...createDraftCaptcha(db, clock),
      /** What an address has used in the last day: see `usageOf`. */
      usageOf: (addressHash: string, now = clock.now()) => usageOf(db, addressHash, now),
    },
    resumableUploads: createResumableUploads(db, clock, removeBytes),
    applications: createApplications(db, clock, removeBytes),
    deliveries: createDeliveries(db, clock),
    scans: createScans(db, removeBytes),
    sessions: new SessionStore(db),
    seenSessions: new SeenSessions(db),
    rateCounters: createRateCounters(db, clock),
    announcements: createAnnouncements(db, options.databaseUrl, log),
    uploads,
    /** Sets the observer of queries. */
    observeQueries(told: OnQuery): void {
      onQuery = told;
    },
    /** This process's connections to the database; undefined where it is a file. */
    connections: connectionsOf(db),
    /** The parts that did not answer when they were asked last; they are asked again behind it. */
    away: watchParts({ database: () => askDatabase(db), files: uploads.check }, (part, reason) => {
      if (reason === undefined) log?.info({ part }, 'a part of the store answers');
      else log?.warn({ part, reason }, 'a part of the store is away');
    }),
    /** The time of the database's clock, where it has one, in milliseconds since 1970: all machines go by it. */
    now: clock.now,
    /**
     * Removes expired rows and files, and erases them: see `sweep` and `createEraser`. Undefined if another machine is sweeping;
     * each machine removes its own incomplete uploads.
     */
    async sweep(now = clock.now()) {
      const incoming = await uploads.removeIncoming(daysBefore(now, ORPHAN_DAYS));
      return exclusively(db, 'sweep', async () => {
        const inStore = await sweep({ db, uploads, tryToRemove }, now);
        const swept = { ...inStore, orphans: inStore.orphans + incoming };
        log?.info(swept, 'swept');
        await eraser
          ?.erase(swept.drafts + swept.sessions > 0)
          .catch((error: Error) => log?.warn({ reason: error.message }, 'could not sweep clean'));
        return swept;
      });
    },
    eraseDeleted: async (): Promise<void> => eraser?.erase(),
    /** Closes the database; what is still under way fails. */
    close(): Promise<void> {
      clock.stop();
      eraser?.stop();
      return db.destroy();
    },
  };
}

export type Store = Awaited<ReturnType<typeof openStore>>;
