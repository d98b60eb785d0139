import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { AwayError } from '../lib/unavailable-error.ts';
import { openMigrated } from '../store/engine/migrate.ts';
import { closeToOthers } from '../store/engine/owner-only.ts';
import { openContentBackend } from './content-backend.ts';

/**
 * Does what one process does for all: checks the bucket, migrates the database and starts the embedded backend, each if it is used.
 * Returns the backend's address. A database or a bucket that does not answer is ignored: pages need neither.
 */
export async function prepare(settings: Config, log: Logger): Promise<string> {
  const { dataDir, databaseUrl, s3, workers } = settings;
  const open = closeToOthers(dataDir);
  if (open.length > 0) log.warn({ open }, 'others on this machine may read what is private');
  if (s3) {
    const { checkBucket } = await import('../files/check-bucket.ts');
    await checkBucket(s3).catch(ignoreUnavailable(log));
  }
  // A site of one process migrates SQLite when it opens it.
  if (databaseUrl !== undefined || workers > 1) {
    await openMigrated({ dataDir, databaseUrl }, log).then((db) => db.destroy(), ignoreUnavailable(log));
  }
  return (await openContentBackend(settings, log)).url;
}

const ignoreUnavailable =
  (log: Logger) =>
  (error: Error): void => {
    if (!(error instanceof AwayError)) throw error;
    log.error({ reason: error.message }, 'the site starts without it; the form waits for it');
  };
