import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { FOLDER_OF_OWNER } from '../lib/copy-file.ts';

/** Precision of the last use of a file after a restart. */
const TOUCH_MS = 3_600_000;

/** Older temporary files were left by a process that died. */
const ABANDONED_MS = 3_600_000;
const UNFINISHED = '.part';

/** The folder is scanned each time that this part of its maximum has been written. */
const SCANS_PER_FILL = 8;

/** `writtenAt`: last use as recorded by the file's mtime. */
type Entry = { bytes: number; usedAt: number; writtenAt: number };

type Options = {
  folder: string;
  maxBytes: number;
};

/**
 * LRU cache of files in a folder of at most `maxBytes`. Keys consist of letters, digits, `_` and `-`. Nothing is thrown: if the folder
 * cannot be used, nothing is stored. Several processes may share a folder: each finds the files of the others and counts them at its
 * next scan, so that each can exceed the maximum by an eighth until then.
 */
export function createFolderCache({ folder, maxBytes }: Options) {
  // In the order of use: the first key is the least recently used.
  const entries = new Map<string, Entry>();
  let total = 0;
  let sinceScan = 0;
  let writes = 0;
  let isClosed = false;
  const writing = new Set<Promise<void>>();
  let scanning = scan();

  /** Counts all files of the folder, including those of other processes. */
  async function scan(): Promise<void> {
    const known = [...entries.keys()];
    const found = await filesIn(folder);
    for (const key of known) if (!found.has(key)) forget(key);
    const own = Array.from(entries, ([key, entry]): [string, Entry] => {
      const file = found.get(key);
      return [key, file ? { ...file, usedAt: Math.max(file.writtenAt, entry.usedAt) } : entry];
    });
    const others = [...found].filter(([key]) => !entries.has(key));
    // The sort is stable: of two uses in the same millisecond, that of this process is the newer.
    const inOrder = [...others, ...own].sort(([, one], [, other]) => one.usedAt - other.usedAt);
    entries.clear();
    total = 0;
    for (const [key, { bytes, usedAt, writtenAt }] of inOrder) note(key, bytes, usedAt, writtenAt);
    await makeRoom();
  }

  function note(key: string, bytes: number, usedAt: number, writtenAt = usedAt): void {
    forget(key);
    total += bytes;
    entries.set(key, { bytes, usedAt, writtenAt });
  }

  function forget(key: string): void {
    total -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  }

  async function remove(key: string): Promise<void> {
    forget(key);
    await rm(path.join(folder, key), { force: true }).catch(() => undefined);
  }

  /** Removes an empty file, which a power failure can leave. A missing file may be being written by another process. */
  async function forgetMissing(key: string, bytes: number | undefined): Promise<void> {
    if (bytes === undefined) forget(key);
    else await remove(key);
  }

  async function makeRoom(): Promise<void> {
    while (total > maxBytes) {
      const [oldest] = entries.keys();
      if (oldest === undefined) return;
      await remove(oldest);
    }
  }

  function use(key: string, bytes: number): void {
    const now = Date.now();
    const { writtenAt } = entries.get(key) ?? { writtenAt: now };
    const isTouched = now - writtenAt >= TOUCH_MS;
    note(key, bytes, now, isTouched ? now : writtenAt);
    if (isTouched) void utimes(path.join(folder, key), now / 1000, now / 1000).catch(() => undefined);
  }

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
  }

  return {
    /** Bytes of a key; undefined if there are none. */
    async get(key: string): Promise<Buffer | undefined> {
      const bytes = await readFile(path.join(folder, key)).catch(() => undefined);
      if (!bytes?.length) {
        await forgetMissing(key, bytes?.length);
        return undefined;
      }
      use(key, bytes.length);
      return bytes;
    },

    /** Path of the file of a key; undefined if there is none. */
    async find(key: string): Promise<string | undefined> {
      const file = path.join(folder, key);
      const bytes = (await stat(file).catch(() => undefined))?.size;
      if (!bytes) {
        await forgetMissing(key, bytes);
        return undefined;
      }
      use(key, bytes);
      return file;
    },

    /** Stores bytes. Returns the error if it failed; other entries are not affected. */
    async put(key: string, bytes: Uint8Array): Promise<Error | undefined> {
      if (isClosed || bytes.length === 0 || bytes.length > maxBytes) return undefined;
      const written = write(key, bytes);
      writing.add(written);
      try {
        await written;
      } catch (error) {
        return error as Error;
      } finally {
        writing.delete(written);
      }
      note(key, bytes.length, Date.now());
      sinceScan += bytes.length;
      if (sinceScan > maxBytes / SCANS_PER_FILL) {
        sinceScan = 0;
        scanning = scanning.then(scan);
      }
      await makeRoom();
      return undefined;
    },

    remove,

    /** Stores nothing more. Resolves when running writes have finished. */
    async close(): Promise<void> {
      isClosed = true;
      await Promise.allSettled(writing);
    },

    size: () => total,

    /** Resolves when the folder has been scanned. */
    counted: () => scanning,
  };
}

export type FolderCache = ReturnType<typeof createFolderCache>;

/** Lists the files of a folder; removes abandoned and empty ones. */
async function filesIn(folder: string): Promise<Map<string, Entry>> {
  const found = new Map<string, Entry>();
  for (const name of await readdir(folder).catch(() => [])) {
    const entry = await entryOf(path.join(folder, name), name);
    if (entry) found.set(name, entry);
  }
  return found;
}

async function entryOf(file: string, name: string): Promise<Entry | undefined> {
  const facts = await stat(file).catch(() => undefined);
  if (!facts?.isFile()) return undefined;
  const isUnfinished = name.endsWith(UNFINISHED);
  // Whole milliseconds like `Date.now`: a fraction would make the write later than the use.
  const writtenAt = Math.floor(facts.mtimeMs);
  if (!isUnfinished && facts.size > 0) return { bytes: facts.size, usedAt: writtenAt, writtenAt };
  // Another process may be writing it at this moment.
  if (!isUnfinished || Date.now() - facts.mtimeMs > ABANDONED_MS) {
    await rm(file, { force: true }).catch(() => undefined);
  }
  return undefined;
}
