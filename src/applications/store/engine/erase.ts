import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';

const THREAD = path.join(import.meta.dirname, `erase-thread${path.extname(import.meta.filename)}`);

export const ERASE_RETRY_MS = 60_000;

/**
 * Creates an eraser, which removes deleted text from a database file and its journal. SQLite overwrites deleted rows
 * (`secure_delete`), but rebalancing leaves copies in pages that only `vacuum` removes.
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
      throw new Error(`deleted rows are still on disk: ${(error as Error).message}`);
    }
  }

  return {
    /** Truncates the journal, after a vacuum if rows were deleted. If another connection blocks it, rejects and retries later. */
    erase(hasDeletedRows = true): Promise<void> {
      isVacuumDue ||= hasDeletedRows;
      return attempt();
    },
    stop: (): void => clearTimeout(retryTimer),
  };
}

/** Runs a statement in a thread: a vacuum of a large file would block requests. */
const runInThread = (file: string, statement: string): Promise<unknown> =>
  once(new Worker(THREAD, { workerData: { file, statement } }), 'exit');
