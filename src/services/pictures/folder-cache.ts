import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** How exactly it is known when a file was last used, in milliseconds. */
const TOUCH_MS = 3_600_000;
const UNFINISHED = '.part';

type Entry = { bytes: number; usedAt: number };

/**
 * Files by their keys (letters, digits, `_` and `-`) in a folder that never holds more than `maxBytes`: those that were not
 * used for longest go first. They survive a restart; losing one costs no more than making it again.
 */
export function createFolderCache({ folder, maxBytes }: { folder: string; maxBytes: number }) {
  const entries = new Map<string, Entry>();
  let total = 0;
  let writes = 0;

  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    const { size, mtimeMs } = statSync(file);
    if (name.endsWith(UNFINISHED)) void rm(file, { force: true });
    else note(name, { bytes: size, usedAt: mtimeMs });
  }

  function note(key: string, entry: Entry): void {
    total += entry.bytes - (entries.get(key)?.bytes ?? 0);
    entries.set(key, entry);
  }

  function forget(key: string): void {
    total -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  }

  async function makeRoom(): Promise<void> {
    const oldest = [...entries].sort(([, one], [, other]) => one.usedAt - other.usedAt);
    for (const [key] of oldest) {
      if (total <= maxBytes) return;
      forget(key);
      await rm(path.join(folder, key), { force: true });
    }
  }

  function touch(key: string, entry: Entry): void {
    const now = Date.now();
    if (now - entry.usedAt < TOUCH_MS) return;
    entry.usedAt = now;
    void utimes(path.join(folder, key), now / 1000, now / 1000).catch(() => undefined);
  }

  return {
    /** What is kept under a key; nothing where it is gone. */
    async get(key: string): Promise<Buffer | undefined> {
      const entry = entries.get(key);
      if (!entry) return undefined;
      touch(key, entry);
      try {
        return await readFile(path.join(folder, key));
      } catch {
        forget(key);
        return undefined;
      }
    },

    /** Keeps bytes, whole or not at all. What cannot be written is not kept, and nothing else suffers. */
    async put(key: string, bytes: Uint8Array): Promise<void> {
      if (bytes.length > maxBytes) return;
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
      if (total > maxBytes) await makeRoom();
    },

    /** The bytes of all that is kept. */
    size: () => total,
  };
}

export type FolderCache = ReturnType<typeof createFolderCache>;
