import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import type { S3Settings } from '../../config/config.ts';
import { daysBefore } from '../../lib/days.ts';
import type { CallLimits } from '../files/bucket.ts';
import { openFileStore } from '../files/file-store.ts';
import { ORPHAN_DAYS } from '../rules/limits.ts';
import { createAnnouncements } from './announcements.ts';
import { createApplications } from './applications/applications.ts';
import { createOutbox } from './applications/deliveries.ts';
import { createDeliveryViews } from './applications/delivery-views.ts';
import { createScans } from './applications/scans.ts';
import { watchAvailability } from './availability.ts';
import { createDraftFiles } from './drafts/draft-files.ts';
import { createDrafts } from './drafts/drafts.ts';
import { createResumableUploads } from './drafts/resumable-uploads.ts';
import { SessionStore } from './drafts/sessions.ts';
import { rememberUnsentBytes, removeUnusedFiles, sumUnsentBytes } from './drafts/unsent-files.ts';
import { openClock } from './engine/clock.ts';
import { DATABASE_FILE, exclusively } from './engine/database.ts';
import { createEraser } from './engine/erase.ts';
import { checkWritable, type DatabaseLocation, openLazily, openMigrated } from './engine/migrate.ts';
import { createRateCounters } from './rate-counters.ts';
import { findSharedAddress, SHARED_ADDRESS_HINT, sweep } from './sweep.ts';

type Log = Pick<Logger, 'info' | 'warn'>;
export type StoreLocation = DatabaseLocation & { s3?: S3Settings };
/** `allowUnavailable` opens the store even if PostgreSQL is unavailable. */
type Options = Omit<StoreLocation, 'dataDir'> & { allowUnavailable?: boolean; s3Limits?: CallLimits };

/**
 * Opens and migrates the store, which several processes and machines may share. Data is durable when a method resolves. A method
 * rejects while the disk or database fails, or if another process writes for longer than `lockWaitMs`.
 */
export async function openStore(
  dataDir: string,
  log?: Log,
  { s3, s3Limits, allowUnavailable, ...options }: Options = {},
) {
  await mkdir(dataDir, { recursive: true });
  const fileStore = await openFileStore(dataDir, s3, s3Limits);
  const location: DatabaseLocation = { dataDir, ...options };
  const db = await (allowUnavailable ? openLazily(location, log) : openMigrated(location, log));
  const clock = await openClock(db);
  // PostgreSQL's autovacuum frees deleted rows.
  const eraser =
    options.databaseUrl === undefined ? createEraser(path.join(dataDir, DATABASE_FILE)) : undefined;

  /** Returns whether it succeeded. If not, a later sweep removes the file, because its row no longer exists. */
  const tryToRemove = (storedName: string): Promise<boolean> =>
    fileStore.remove(storedName).then(
      () => true,
      (error: unknown) => {
        log?.warn({ storedName, reason: String(error) }, 'could not remove a file');
        return false;
      },
    );
  /** Returns the number of removed files. Stops at the first failure, so that a request waits only once for a silent store. */
  async function removeFiles(storedNames: readonly string[]): Promise<number> {
    for (const [removed, storedName] of storedNames.entries())
      if (!(await tryToRemove(storedName))) return removed;
    return storedNames.length;
  }

  const recentUnsentBytes = rememberUnsentBytes(db);
  /** Returns why new files are refused, or undefined if they are not. */
  async function findLackOfSpace(): Promise<string | undefined> {
    if (await fileStore.isDiskFull()) return `DATA_DIR: the disk of ${dataDir} is full (df -h, df -i)`;
    const isBucketFull = s3 !== undefined && (await fileStore.excessBytes(recentUnsentBytes)) > 0;
    return isBucketFull ? 'S3_BUCKET: files of unsent applications use up their space' : undefined;
  }

  return {
    drafts: { ...createDrafts(db, clock, removeFiles), ...createDraftFiles(db, clock, removeFiles) },
    resumableUploads: createResumableUploads(db, clock, removeFiles),
    applications: createApplications(db, clock, removeFiles),
    deliveries: { ...createOutbox(db, clock), ...createDeliveryViews(db, clock) },
    scans: createScans(db, removeFiles),
    isFull: async (): Promise<boolean> => (await findLackOfSpace()) !== undefined,
    sessions: new SessionStore(db),
    readOnlySessions: new SessionStore(db, { isReadOnly: true }),
    rateCounters: createRateCounters(db, clock),
    announcements: createAnnouncements(db, clock, log),
    fileStore,
    /** Returns the parts that failed their last check. */
    unavailableParts: watchAvailability(
      {
        database: () => checkWritable(db),
        files: fileStore.check,
        disk: async () => {
          const reason = await findLackOfSpace();
          if (reason !== undefined) throw new Error(reason);
        },
      },
      (part, reason) => {
        if (reason === undefined) log?.info({ part }, 'a part of the store is available again');
        else log?.warn({ part, reason }, 'a part of the store is unavailable');
      },
    ),
    /** The clock that all machines share. */
    now: clock.now,
    /** Removes and erases what has expired. Returns undefined if another machine is sweeping. */
    async sweep(now = clock.now()) {
      // Temporary files are on this machine's disk.
      const incoming = await fileStore.removeTemporaryFiles(daysBefore(now, ORPHAN_DAYS));
      return exclusively(db, 'sweep', async () => {
        const inStore = await sweep({ db, fileStore, tryToRemove }, now);
        const swept = { ...inStore, orphans: inStore.orphans + incoming };
        log?.info(swept, 'swept');
        const shared = await findSharedAddress(db);
        if (shared) log?.warn(shared, `most drafts come from one client address: ${SHARED_ADDRESS_HINT}`);
        await eraser
          ?.erase(swept.drafts + swept.sessions > 0)
          .catch((error: Error) => log?.warn({ reason: error.message }, 'could not erase deleted rows'));
        return swept;
      });
    },
    /** Removes files of unused drafts if space is short. Returns their number. */
    async makeSpace(now = clock.now(), bytes?: number): Promise<number> {
      const excess = bytes ?? (await fileStore.excessBytes(() => sumUnsentBytes(db)));
      if (!(excess > 0)) return 0;
      const removed = await exclusively(db, 'free space', () => removeUnusedFiles(db, excess, now));
      return removeFiles(removed ?? []);
    },
    eraseDeleted: async (): Promise<void> => eraser?.erase(),
    close(): Promise<void> {
      clock.stop();
      eraser?.stop();
      return db.destroy();
    },
  };
}

export type Store = Awaited<ReturnType<typeof openStore>>;
