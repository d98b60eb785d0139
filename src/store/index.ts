import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { ORPHAN_DAYS } from '../application/limits.ts';
import type { S3Settings } from '../store-settings.ts';
import { createApplications } from './applications.ts';
import { DATABASE_FILE } from './database.ts';
import { daysBefore } from './days.ts';
import { createDeliveries } from './deliveries.ts';
import { createDraftCaptcha } from './draft-captcha.ts';
import { createDraftFiles } from './draft-files.ts';
import { createDrafts } from './drafts.ts';
import { eraseDeleted } from './erase.ts';
import { openMigrated } from './migrate.ts';
import { openUploads } from './open-uploads.ts';
import { createRateCounters } from './rate-counters.ts';
import { createScans } from './scans.ts';
import { SeenSessions, SessionStore } from './sessions.ts';
import { sweep } from './sweep.ts';
import { usageOf } from './usage.ts';

type Log = Pick<Logger, 'info' | 'warn'>;
type Options = { lockWaitMs?: number; s3?: S3Settings };

/**
 * Opens the store in a folder, which it makes, with its tables up to date; several processes may share the folder.
 * The data is on disk when a method resolves. Every method rejects where the disk does, or where another process writes for
 * longer than `lockWaitMs`.
 */
export async function openStore(dataDir: string, log?: Log, { lockWaitMs, s3 }: Options = {}) {
  await mkdir(dataDir, { recursive: true });
  const uploads = await openUploads(dataDir, s3);
  const db = await openMigrated(dataDir, lockWaitMs);
  const file = path.join(dataDir, DATABASE_FILE);

  /** Whether the bytes are gone. The row is already: bytes that stay are an orphan, and a later sweep removes them. */
  const tryToRemove = (storedName: string): Promise<boolean> =>
    uploads.remove(storedName).then(
      () => true,
      (error: unknown) => {
        log?.warn({ storedName, reason: String(error) }, 'a file could not be removed');
        return false;
      },
    );
  const removeBytes = async (storedName: string): Promise<void> => void (await tryToRemove(storedName));

  return {
    drafts: {
      ...createDrafts(db, removeBytes),
      ...createDraftFiles(db, removeBytes),
      ...createDraftCaptcha(db),
      /** What an address has used in the last day: see `usageOf`. */
      usageOf: (addressHash: string, now = Date.now()) => usageOf(db, addressHash, now),
    },
    applications: createApplications(db, removeBytes),
    deliveries: createDeliveries(db),
    scans: createScans(db, removeBytes),
    sessions: new SessionStore(db),
    seenSessions: new SeenSessions(db),
    rateCounters: createRateCounters(db),
    uploads,
    /** Removes what is out of date, and leaves nothing of it: see `sweep` and `eraseDeleted`. */
    async sweep(now = Date.now()) {
      // Each machine has its own: this is not for one to do for all.
      const incoming = await uploads.removeIncoming(daysBefore(now, ORPHAN_DAYS));
      const inStore = await sweep({ db, uploads, tryToRemove }, now);
      const swept = { ...inStore, orphans: inStore.orphans + incoming };
      log?.info(swept, 'swept');
      await eraseDeleted(file).catch((error: Error) =>
        log?.warn({ reason: error.message }, 'could not sweep clean'),
      );
      return swept;
    },
    eraseDeleted: () => eraseDeleted(file),
    /** Writes the database as it is at this moment to a file that is empty or not there; others go on writing meanwhile. */
    async copyTo(file: string): Promise<void> {
      await sql`vacuum into ${file}`.execute(db);
    },
    /** Closes the database; what is still under way fails. */
    close: () => db.destroy(),
  };
}

export type Store = Awaited<ReturnType<typeof openStore>>;
