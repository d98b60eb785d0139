import { once } from 'node:events';
import { createWriteStream, type Stats, type WriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { FOLDER_OF_OWNER, freeBytes, OWNER_ONLY, syncFolder } from '../../lib/files.ts';
import { newFileName } from '../../lib/identifiers.ts';
import { MIN_FREE_DISK_BYTES } from '../rules/limits.ts';

/** Folder of uploaded files in the data folder. */
export const UPLOADS_FOLDER = 'uploads';

const INCOMING = /^[0-9a-f]{32}\.part$/u;

const CONCURRENT_STATS = 500;

/** A file that is being received. Write to `stream`, and read `path` only after the stream has ended. */
export type TemporaryFile = { storedName: string; path: string; stream: WriteStream };

/** Manages temporary files in `UPLOADS_FOLDER`, always on the local disk, where file checks and virus scans read them. */
export async function openIncoming(dataDir: string) {
  const folder = path.join(dataDir, UPLOADS_FOLDER);
  await mkdir(folder, { recursive: true, mode: FOLDER_OF_OWNER });
  await syncFolder(dataDir);

  return {
    folder,

    isDiskFull: async (minFreeBytes = MIN_FREE_DISK_BYTES): Promise<boolean> =>
      (await freeBytes(folder)) < minFreeBytes,

    async create(): Promise<TemporaryFile> {
      const storedName = newFileName();
      const file = path.join(folder, `${storedName}.part`);
      // Does not use a FileHandle stream, because its promises produce far more garbage per chunk.
      const stream = createWriteStream(file, { flags: 'wx', mode: OWNER_ONLY, flush: true });
      stream.on('error', ignoreUntilCommit);
      await once(stream, 'open');
      return { storedName, path: file, stream };
    },

    /** Resolves when all bytes are on disk. Rejects if a write failed or the stream was truncated. */
    async end({ stream }: TemporaryFile): Promise<void> {
      if (!stream.writableEnded) stream.end();
      await finished(stream);
    },

    async discard({ path: file, stream }: TemporaryFile): Promise<void> {
      stream.destroy();
      await finished(stream).catch(ignoreUntilCommit);
      await rm(file, { force: true });
    },

    async removeIncoming(time: number): Promise<number> {
      let count = 0;
      for await (const names of unchangedIn(folder, INCOMING, time)) {
        for (const name of names) await rm(path.join(folder, name), { force: true });
        count += names.length;
      }
      return count;
    },
  };
}

/** Yields pages of matching names in a folder that were last written or renamed before a timestamp. */
export async function* unchangedIn(folder: string, pattern: RegExp, time: number): AsyncGenerator<string[]> {
  const changedAt = ({ mtimeMs, ctimeMs }: Stats) => Math.max(mtimeMs, ctimeMs);
  const names = (await readdir(folder)).filter((name) => pattern.test(name));
  for (let at = 0; at < names.length; at += CONCURRENT_STATS) {
    const some = names.slice(at, at + CONCURRENT_STATS);
    // A file that no longer exists counts as changed.
    const times = await Promise.all(
      some.map((name) => stat(path.join(folder, name)).then(changedAt, () => time)),
    );
    yield some.filter((_name, index) => (times[index] ?? time) < time);
  }
}

/** Ignores a stream error until `commit` throws it. Without a listener, the error would crash the process. */
function ignoreUntilCommit(): void {}
