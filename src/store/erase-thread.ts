import { workerData } from 'node:worker_threads';
import { openSqlite } from './sqlite.ts';

/** How long others may be waited for, in milliseconds: writers wait meanwhile. */
const WAIT_MS = 1000;

/** What the thread of `eraseDeleted` runs. */
const sqlite = openSqlite(workerData as string, WAIT_MS);
try {
  sqlite.exec('vacuum');
  const checkpoint = sqlite.prepare('pragma wal_checkpoint(truncate)').get();
  if (checkpoint?.busy !== 0) throw new Error('the database is in use');
} finally {
  sqlite.close();
}
