import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { FOLDER_OF_OWNER } from '../lib/copy-file.ts';

/** Precision of the last use of a file, which is its time. */
const TOUCH_MS = 3_600_000;
/** Older temporary files were left by a process that died. */
const ABANDONED_MS = 3_600_000;
const UNFINISHED = '.part';
/** The folder is trimmed at the first write, and each time that this part of its maximum has been written. */
const TRIMS_PER_FILL = 8;

type Options = { folder: string; maxBytes: number };

/**
 * Cache of files in a folder, which several processes may share. Keys consist of letters, digits, `_` and `-`. Nothing is thrown: if the
 * folder cannot be used, nothing is stored. The folder can exceed `maxBytes` by an eighth for each process.
 */
export function createFolderCache({ folder, maxBytes }: Options) {
  let writtenBytes = maxBytes;
  let writes = 0;
  let isClosed = false;
  const working = new Set<Promise<void>>();

  /** Writes a temporary file and renames it, so that the file is complete or missing. */
  async function write(key: string, bytes: Uint8Array): Promise<void> {
    writes += 1;
    const part = path.join(folder, `${key}.${process.pid}-${writes}${UNFINISHED}`);
    try {
      await mkdir(folder, { recursive: true, mode: FOLDER_OF_OWNER });
      await writeFile(part, bytes);
      await rename(part, path.join(folder, key));
    } catch (error) {
      await rm(part, { force: true }).catch(() => undefined);
      throw error;
    }
    writtenBytes += bytes.length;
    if (writtenBytes <= maxBytes / TRIMS_PER_FILL) return;
    writtenBytes = 0;
    await trimFolder(folder, maxBytes).catch(() => undefined);
  }

  return {
    /** Bytes of a key; undefined if there are none. */
    async get(key: string): Promise<Buffer | undefined> {
      const file = await this.find(key);
      return file === undefined ? undefined : readFile(file).catch(() => undefined);
    },

    /** Path of the file of a key; undefined if there is none. A power failure can leave an empty file. */
    async find(key: string): Promise<string | undefined> {
      const file = path.join(folder, key);
      const found = await stat(file).catch(() => undefined);
      if (!found?.size) return undefined;
      const now = Date.now();
      if (now - found.mtimeMs > TOUCH_MS) await utimes(file, now / 1000, now / 1000).catch(() => undefined);
      return file;
    },

    /** Stores bytes. Returns the error if it failed; other files are not affected. */
    async put(key: string, bytes: Uint8Array): Promise<Error | undefined> {
      if (isClosed || bytes.length === 0 || bytes.length > maxBytes) return undefined;
      const written = write(key, bytes);
      working.add(written);
      try {
        await written;
        return undefined;
      } catch (error) {
        return error as Error;
      } finally {
        working.delete(written);
      }
    },

    /** Stores nothing more. Resolves when running writes have finished. */
    async close(): Promise<void> {
      isClosed = true;
      await Promise.allSettled(working);
    },
  };
}

export type FolderCache = ReturnType<typeof createFolderCache>;

/** Removes abandoned files, then the least recently used ones beyond the maximum. */
async function trimFolder(folder: string, maxBytes: number): Promise<void> {
  const files: { file: string; bytes: number; usedAt: number }[] = [];
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => undefined);
    if (!found?.isFile()) continue;
    if (!name.endsWith(UNFINISHED)) files.push({ file, bytes: found.size, usedAt: found.mtimeMs });
    else if (Date.now() - found.mtimeMs > ABANDONED_MS) await rm(file, { force: true });
  }
  let total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const { file, bytes } of files.sort((one, other) => one.usedAt - other.usedAt)) {
    if (total <= maxBytes) return;
    await rm(file, { force: true });
    total -= bytes;
  }
}
