import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { OWNER_ONLY_FOLDER } from '../lib/files.ts';
import { newFileName } from '../lib/identifiers.ts';

const MAX_MEDIA_BYTES = 1024 * 1024 * 1024;
/** Number of trims per `maxBytes` written. The first write also trims. */
const TRIMS_PER_FILL = 8;

/**
 * Opens a cache of original and resized images, from which the oldest files are removed. Keys consist of letters, digits, `_` and `-`.
 * If the folder is unusable, nothing is stored.
 */
export function openMediaFolder(folder: string, maxBytes = MAX_MEDIA_BYTES) {
  let untrimmedBytes = maxBytes;

  async function trim(): Promise<void> {
    untrimmedBytes = 0;
    const found = await Promise.all(
      (await readdir(folder)).map(async (name) => {
        const file = path.join(folder, name);
        // Ignores a file that another instance has just removed.
        const { size, mtimeMs } = (await stat(file).catch(() => undefined)) ?? { size: 0, mtimeMs: 0 };
        return { file, size, mtimeMs };
      }),
    );
    let left = maxBytes;
    for (const { file, size } of found.sort((one, other) => other.mtimeMs - one.mtimeMs)) {
      left -= size;
      if (left < 0) await rm(file, { force: true });
    }
  }

  return {
    /** Returns the bytes of a key, or undefined if there are none. A power failure can leave an empty file. */
    async read(key: string): Promise<Buffer | undefined> {
      const bytes = await readFile(path.join(folder, key)).catch(() => undefined);
      return bytes?.length ? bytes : undefined;
    },

    /** Writes a temporary file and renames it, so that the file is either complete or missing. */
    async store(key: string, bytes: Uint8Array): Promise<void> {
      const part = path.join(folder, newFileName());
      try {
        await mkdir(folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
        await writeFile(part, bytes);
        await rename(part, path.join(folder, key));
        untrimmedBytes += bytes.length;
        if (untrimmedBytes > maxBytes / TRIMS_PER_FILL) await trim();
      } catch {
        await rm(part, { force: true }).catch(() => undefined);
      }
    },
  };
}

export type MediaFolder = ReturnType<typeof openMediaFolder>;
