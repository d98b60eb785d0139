import { once } from 'node:events';
import { createWriteStream, type Stats, type WriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { MIN_FREE_DISK_BYTES } from '../form/rules/limits.ts';
import { newFileName } from '../lib/identifiers.ts';
import { freeBytes } from './free-bytes.ts';
import { syncFolder } from './sync-folder.ts';

const OWNER_ONLY = 0o600;
const FOLDER_OF_OWNER = 0o700;
const INCOMING = /^[0-9a-f]{32}\.part$/u;

/** Facts of files that are read at a time. */
const FACTS_AT_ONCE = 500;

/** A file on its way in: write to `stream`; `path` can be read once the stream has ended. */
export type StoredUpload = { storedName: string; path: string; stream: WriteStream };

/** The temporary files of what comes in, on this machine's disk wherever it is kept: checks and virus scan read it there. */
export type IncomingFiles = Awaited<ReturnType<typeof openIncoming>>;

/** Makes the folder `uploads`. */
export async function openIncoming(dataDir: string) {
  const folder = path.join(dataDir, 'uploads');
  await mkdir(folder, { recursive: true, mode: FOLDER_OF_OWNER });
  await syncFolder(dataDir);

  return {
    folder,

    isDiskFull: async (minFreeBytes = MIN_FREE_DISK_BYTES): Promise<boolean> =>
      (await freeBytes(folder)) < minFreeBytes,

    async create(): Promise<StoredUpload> {
      const storedName = newFileName();
      const file = path.join(folder, `${storedName}.part`);
      // Not by a handle: its promises make far more garbage a piece.
      const stream = createWriteStream(file, { flags: 'wx', mode: OWNER_ONLY, flush: true });
      stream.on('error', keptForCommit);
      await once(stream, 'open');
      return { storedName, path: file, stream };
    },

    /** Resolves when all bytes are on disk; rejects where one could not be written or the stream was cut off. */
    async ended({ stream }: StoredUpload): Promise<void> {
      if (!stream.writableEnded) stream.end();
      await finished(stream);
    },

    async discard({ path: file, stream }: StoredUpload): Promise<void> {
      stream.destroy();
      await finished(stream).catch(keptForCommit);
      await rm(file, { force: true });
    },

    async removeIncoming(time: number): Promise<number> {
      let count = 0;
      for await (const names of untouchedIn(folder, INCOMING, time)) {
        for (const name of names) await rm(path.join(folder, name), { force: true });
        count += names.length;
      }
      return count;
    },
  };
}

/** Names in a folder that fit the pattern and were last written or renamed before a time in milliseconds. */
export async function* untouchedIn(folder: string, pattern: RegExp, time: number): AsyncGenerator<string[]> {
  // A file that is gone meanwhile counts as touched.
  const lastChange = ({ mtimeMs, ctimeMs }: Stats) => Math.max(mtimeMs, ctimeMs);
  const names = (await readdir(folder)).filter((name) => pattern.test(name));
  for (let at = 0; at < names.length; at += FACTS_AT_ONCE) {
    const some = names.slice(at, at + FACTS_AT_ONCE);
    const times = await Promise.all(
      some.map((name) => stat(path.join(folder, name)).then(lastChange, () => time)),
    );
    yield some.filter((_name, index) => (times[index] ?? time) < time);
  }
}

/** A stream remembers its failure, and `commit` throws it; without a listener it would end the process. */
function keptForCommit(): void {}
