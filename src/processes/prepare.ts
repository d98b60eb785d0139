import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { AwayError } from '../lib/away-error.ts';
import { openContentBackend } from './content-backend.ts';

/**
 * Does what one process does for all: it looks whether the bucket can be used, if one is set, brings the tables up to date, and
 * starts the embedded backend where no other is set. Gives the backend's address. A database or a bucket that does not answer
 * is no end: pages need neither. The imports are late so that workers load their program meanwhile.
 */
export async function prepare(settings: Config, log: Logger): Promise<string> {
  const { dataDir, databaseUrl, s3, workers } = settings;
  const { closeToOthers } = await import('../store/owner-only.ts');
  const open = closeToOthers(dataDir);
  if (open.length > 0) log.warn({ open }, 'others on this machine may read what is private');
  if (s3) {
    const { checkBucket } = await import('../s3/check-bucket.ts');
    await checkBucket(s3).catch(goOnWithout(log));
  }
  // A site of one process brings SQLite up to date when it opens it, a moment later.
  if (databaseUrl !== undefined || workers > 1) {
    const { openMigrated } = await import('../store/migrate.ts');
    await openMigrated({ dataDir, databaseUrl }, log).then((db) => db.destroy(), goOnWithout(log));
  }
  return (await openContentBackend(settings, log)).url;
}

const goOnWithout =
  (log: Logger) =>
  (error: Error): void => {
    if (!(error instanceof AwayError)) throw error;
    log.error({ reason: error.message }, 'the site starts without it; the form waits for it');
  };
