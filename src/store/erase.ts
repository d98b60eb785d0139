import { once } from 'node:events';
import { statSync } from 'node:fs';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

/** Beside this file, in the source as in what is built of it. */
const THREAD = new URL(`./erase-thread${extname(import.meta.url)}`, import.meta.url);

/**
 * Leaves no byte of what was deleted in a database file that was written to, nor in its journal: the file is written again from
 * what is there, because SQLite overwrites a deleted row (`secure_delete`) but not the copies that moving it within the file has
 * left. It happens in a thread: a large file takes a second. Rejects where another connection is in the way: the next call does it.
 */
export async function eraseDeleted(file: string): Promise<void> {
  // The journal is emptied at the end, because every write goes into it first.
  if (!statSync(`${file}-wal`, { throwIfNoEntry: false })?.size) return;
  try {
    await once(new Worker(THREAD, { workerData: file }), 'exit');
  } catch (error) {
    throw new Error(`what was deleted is still on disk: ${(error as Error).message}`);
  }
}
