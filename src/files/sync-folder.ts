import { open } from 'node:fs/promises';

/** Waits until the names in a folder are on disk: a file's own fsync does not promise that (fsync(2)). */
export async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folders, and journals names by itself.
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
