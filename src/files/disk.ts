import { open, statfs } from 'node:fs/promises';

/** Bytes that the site's user can still write; NaN if the disk does not report them. */
export const freeBytes = (folder: string): Promise<number> =>
  statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => Number.NaN,
  );

/** Flushes the names in a folder to disk: fsync of a file does not include its name (fsync(2)). */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders, and journals names itself.
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
