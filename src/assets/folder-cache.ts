import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** How exactly it is known after a restart when a file was last used, in milliseconds. */
const TOUCH_MS = 3_600_000;

/** Temporary files older than this were left by a process that died, in milliseconds. */
const ABANDONED_MS = 3_600_000;
const UNFINISHED = '.part';

/** How often the folder is looked over while it is written to: each time that this part of all it may hold was written. */
const LOOKS_A_FILL = 8;

/** `writtenAt`: the last use that the file itself tells of. */
type Entry = { bytes: number; usedAt: number; writtenAt: number };

type Options = {
  folder: string;
  maxBytes: number;
  /** What a file takes is counted in whole blocks of this size. */
  blockBytes?: number;
};

/**
 * Files by their keys (letters, digits, `_` and `-`) in a folder that never holds more than `maxBytes`: those that were not
 * used for longest go first. They survive a restart; losing one costs no more than making it again. Nothing is thrown:
 * where the folder cannot be used, nothing is kept. Several processes may share a folder: each finds what another has
 * put, and counts it when it looks the folder over, so that each can go over the bound by an eighth until then.
 */
export function createFolderCache({ folder, maxBytes, blockBytes = 1 }: Options) {
  // A map keeps the order in which its keys were set: the first is the one that was not used for longest.
  const entries = new Map<string, Entry>();
  let total = 0;
  let sinceLook = 0;
  let writes = 0;
  let isClosed = false;
  const writing = new Set<Promise<void>>();
  let looking = lookOver();

  /** Counts everything in the folder, also files of other processes. */
  async function lookOver(): Promise<void> {
    const known = [...entries.keys()];
    const found = await filesIn(folder);
    for (const key of known) if (!found.has(key)) forget(key);
    const own = Array.from(entries, ([key, entry]): [string, Entry] => {
      const file = found.get(key);
      return [key, file ? { ...file, usedAt: Math.max(file.writtenAt, entry.usedAt) } : entry];
    });
    const others = [...found].filter(([key]) => !entries.has(key));
    // A stable sort: of two that were used in one millisecond, what this process has used is the newer, in the order of its use.
    const inOrder = [...others, ...own].sort(([, one], [, other]) => one.usedAt - other.usedAt);
    entries.clear();
    total = 0;
    for (const [key, { bytes, usedAt, writtenAt }] of inOrder) note(key, bytes, usedAt, writtenAt);
    await makeRoom();
  }

  function note(key: string, size: number, usedAt: number, writtenAt = usedAt): void {
    forget(key);
    const bytes = Math.ceil(size / blockBytes) * blockBytes;
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

  /** A machine that lost its power can leave an empty file. A missing one may be written at this moment: it is not removed. */
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

  /** Writes a file beside its place and moves it there: it is whole or not there at all. */
  async function write(key: string, bytes: Uint8Array): Promise<void> {
    writes += 1;
    const part = path.join(folder, `${key}.${process.pid}-${writes}${UNFINISHED}`);
    try {
      await mkdir(folder, { recursive: true });
      await writeFile(part, bytes);
      await rename(part, path.join(folder, key));
    } catch (error) {
      await rm(part, { force: true }).catch(() => undefined);
      throw error;
    }
  }

  return {
    /** What is kept under a key; undefined where it is gone. */
    async get(key: string): Promise<Buffer | undefined> {
      const bytes = await readFile(path.join(folder, key)).catch(() => undefined);
      if (!bytes?.length) {
        await forgetMissing(key, bytes?.length);
        return undefined;
      }
      use(key, bytes.length);
      return bytes;
    },

    /** Path of the file that is kept under a key; undefined if it is gone. */
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

    /** Keeps bytes, whole or not at all, and returns the failure, if any, which harms no other entry. */
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
      sinceLook += bytes.length;
      if (sinceLook > maxBytes / LOOKS_A_FILL) {
        sinceLook = 0;
        looking = looking.then(lookOver);
      }
      await makeRoom();
      return undefined;
    },

    remove,

    /** Keeps nothing more. Resolves when what is being written is whole or gone. */
    async close(): Promise<void> {
      isClosed = true;
      await Promise.allSettled(writing);
    },

    size: () => total,

    /** Resolves when what is in the folder has been counted. */
    counted: () => looking,
  };
}

export type FolderCache = ReturnType<typeof createFolderCache>;

/** The files of a folder; what a process left unfinished or without bytes is removed. */
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
  // In whole milliseconds, as uses are noted: a part of one would make a file's writing later than its use.
  const writtenAt = Math.floor(facts.mtimeMs);
  if (!isUnfinished && facts.size > 0) return { bytes: facts.size, usedAt: writtenAt, writtenAt };
  // Another process may be writing it at this moment.
  if (!isUnfinished || Date.now() - facts.mtimeMs > ABANDONED_MS) {
    await rm(file, { force: true }).catch(() => undefined);
  }
  return undefined;
}
