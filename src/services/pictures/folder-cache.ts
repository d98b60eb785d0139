import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** How exactly it is known after a restart when a file was last used, in milliseconds. */
const TOUCH_MS = 3_600_000;
const UNFINISHED = '.part';

type Entry = { bytes: number; usedAt: number };

/**
 * Files by their keys (letters, digits, `_` and `-`) in a folder that never holds more than `maxBytes`: those that were not
 * used for longest go first. They survive a restart; losing one costs no more than making it again. Nothing is thrown:
 * where the folder cannot be used, nothing is kept. Processes that share a folder find what another one has put there;
 * each looks after its own share of the bytes.
 */
export function createFolderCache({ folder, maxBytes }: { folder: string; maxBytes: number }) {
  // A map keeps the order in which its keys were set: the first is the one that was not used for longest.
  const entries = new Map<string, Entry>();
  let total = 0;
  let writes = 0;

  for (const [name, entry] of filesIn(folder)) note(name, entry);
  void makeRoom();

  function note(key: string, entry: Entry): void {
    forget(key);
    total += entry.bytes;
    entries.set(key, entry);
  }

  function forget(key: string): void {
    total -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  }

  async function drop(key: string): Promise<void> {
    forget(key);
    await rm(path.join(folder, key), { force: true }).catch(() => undefined);
  }

  async function makeRoom(): Promise<void> {
    while (total > maxBytes) {
      const [oldest] = entries.keys();
      if (oldest === undefined) return;
      await drop(oldest);
    }
  }

  function use(key: string, { bytes, usedAt }: Entry): void {
    const now = Date.now();
    const isTouched = now - usedAt >= TOUCH_MS;
    note(key, { bytes, usedAt: isTouched ? now : usedAt });
    if (isTouched) void utimes(path.join(folder, key), now / 1000, now / 1000).catch(() => undefined);
  }

  return {
    /** What is kept under a key; nothing where it is gone. */
    async get(key: string): Promise<Buffer | undefined> {
      const entry = entries.get(key);
      if (entry) use(key, entry);
      const bytes = await readFile(path.join(folder, key)).catch(() => undefined);
      if (!bytes?.length) {
        if (entry) await drop(key);
        return undefined;
      }
      if (!entry) {
        note(key, { bytes: bytes.length, usedAt: Date.now() });
        await makeRoom();
      }
      return bytes;
    },

    /** Keeps bytes, whole or not at all. What cannot be written is not kept, and nothing else suffers. */
    async put(key: string, bytes: Uint8Array): Promise<void> {
      if (bytes.length === 0 || bytes.length > maxBytes) return;
      writes += 1;
      const part = path.join(folder, `${key}.${process.pid}-${writes}${UNFINISHED}`);
      try {
        await writeFile(part, bytes);
        await rename(part, path.join(folder, key));
      } catch {
        await rm(part, { force: true }).catch(() => undefined);
        return;
      }
      note(key, { bytes: bytes.length, usedAt: Date.now() });
      await makeRoom();
    },

    /** The bytes of all that is kept. */
    size: () => total,
  };
}

export type FolderCache = ReturnType<typeof createFolderCache>;

/** What a former run left, the one that was not used for longest first; what it had not finished is removed. */
function filesIn(folder: string): [string, Entry][] {
  try {
    mkdirSync(folder, { recursive: true });
    return readdirSync(folder)
      .flatMap((name) => entryOf(path.join(folder, name), name))
      .sort(([, one], [, other]) => one.usedAt - other.usedAt);
  } catch {
    return [];
  }
}

function entryOf(file: string, name: string): [string, Entry][] {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat?.isFile()) return [];
  // A machine that lost its power can leave a file without its bytes.
  if (!name.endsWith(UNFINISHED) && stat.size > 0)
    return [[name, { bytes: stat.size, usedAt: stat.mtimeMs }]];
  rmSync(file, { force: true });
  return [];
}
