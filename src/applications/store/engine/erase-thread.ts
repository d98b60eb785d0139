import { workerData } from 'node:worker_threads';
import { openSqlite } from '../../../lib/files.ts';

/** Maximum wait for other connections, during which writers are blocked. */
const LOCK_TIMEOUT_MS = 1000;

const { file, statement } = workerData as { file: string; statement: string };
const sqlite = openSqlite(file, LOCK_TIMEOUT_MS);
try {
  const result = sqlite.prepare(statement).get();
  if (result?.busy) throw new Error('the database is in use');
} finally {
  sqlite.close();
}
