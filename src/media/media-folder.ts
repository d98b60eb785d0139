import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { FOLDER_OF_OWNER } from '../lib/files.ts';

/** Folder of originals and resized pictures, in the data folder. */
export const MEDIA_FOLDER = 'media';

/** Maximum size of all files in it. */
const MAX_MEDIA_BYTES = 1024 * 1024 * 1024;

/** Precision of a file's last use, which is stored as its modification time. */
const TOUCH_MS = 3_600_000;
/** Number of trims while the maximum is written once; the first write also trims. */
const TRIMS_PER_FILL = 8;

/**
 * Opens a cache of files. Keys consist of letters, digits, `_` and `-`. Never throws: if the folder is unusable, nothing is stored.
 * It can exceed `maxBytes` by an eighth.
 */
export function openMediaFolder(dataDir: string, maxBytes = MAX_MEDIA_BYTES) {
  const folder = path.join(dataDir, MEDIA_FOLDER);
  let untrimmedBytes = maxBytes;
  let isClosed = false;
  const running = new Set<Promise<void>>();

  /** Returns the path of a key's file, or undefined if there is none. A power failure can leave an empty file. */
  async function find(key: string): Promise<string | undefined> {
    const file = path.join(folder, key);
    const found = await stat(file).catch(() => undefined);
    if (!found?.size) return undefined;
    const now = Date.now();
    if (now - found.mtimeMs > TOUCH_MS) await utimes(file, now / 1000, now / 1000).catch(() => undefined);
    return file;
  }

  /** Writes a temporary file and renames it, so that the file is either complete or missing. */
  async function write(key: string, bytes: Uint8Array): Promise<void> {
    const part = path.join(folder, randomUUID());
    await mkdir(folder, { recursive: true, mode: FOLDER_OF_OWNER });
    try {
      await writeFile(part, bytes);
      await rename(part, path.join(folder, key));
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
    untrimmedBytes += bytes.length;
    if (untrimmedBytes <= maxBytes / TRIMS_PER_FILL) return;
    untrimmedBytes = 0;
    await trim(folder, maxBytes);
  }

  return {
    find,

    async read(key: string): Promise<Buffer | undefined> {
      const file = await find(key);
      return file === undefined ? undefined : readFile(file).catch(() => undefined);
    },

    async store(key: string, bytes: Uint8Array): Promise<void> {
      if (isClosed || bytes.length > maxBytes) return;
      const written = write(key, bytes).catch(() => undefined);
      running.add(written);
      await written;
      running.delete(written);
    },

    /** Stops storing files. Resolves when running writes have ended. */
    async close(): Promise<void> {
      isClosed = true;
      await Promise.all(running);
    },
  };
}

export type MediaFolder = ReturnType<typeof openMediaFolder>;

/** Removes the least recently used files beyond the maximum, and unfinished files of dead processes. */
async function trim(folder: string, maxBytes: number): Promise<void> {
  const files: { file: string; bytes: number; usedAt: number }[] = [];
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => undefined);
    if (found?.isFile()) files.push({ file, bytes: found.size, usedAt: found.mtimeMs });
  }
  let total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const { file, bytes } of files.sort((one, other) => one.usedAt - other.usedAt)) {
    if (total <= maxBytes) return;
    await rm(file, { force: true });
    total -= bytes;
  }
}
