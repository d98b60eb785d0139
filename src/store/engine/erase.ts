import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

/** A file next to this one, in the source and in the build. */
const THREAD = new URL(`./erase-thread${extname(import.meta.url)}`, import.meta.url);

export const ERASE_RETRY_MS = 60_000;

/**
 * Erases deleted texts from a database file and its journal. SQLite overwrites a deleted row (`secure_delete`), but not the copies
 * that balancing its tree leaves within pages: only `vacuum` removes these.
 */
export function createEraser(file: string) {
  let isVacuumDue = false;
  let retryTimer: NodeJS.Timeout | undefined;

  async function attempt(): Promise<void> {
    clearTimeout(retryTimer);
    try {
      if (isVacuumDue) await runInThread(file, 'vacuum');
      isVacuumDue = false;
      await runInThread(file, 'pragma wal_checkpoint(truncate)');
    } catch (error) {
      retryTimer = setTimeout(() => attempt().catch(() => undefined), ERASE_RETRY_MS).unref();
      throw new Error(`what was deleted is still on disk: ${(error as Error).message}`);
    }
  }

  return {
    /** Empties the journal, after a vacuum if rows were deleted. Rejects if another connection is in the way, and retries. */
    erase(hasDeletedRows = true): Promise<void> {
      isVacuumDue ||= hasDeletedRows;
      return attempt();
    },
    stop: (): void => clearTimeout(retryTimer),
  };
}

/** A large file takes a second. */
const runInThread = (file: string, statement: string): Promise<unknown> =>
  once(new Worker(THREAD, { workerData: { file, statement } }), 'exit');
