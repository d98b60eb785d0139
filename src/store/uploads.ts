import { once } from 'node:events';
import { createWriteStream, type ReadStream, type Stats, type WriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { newFileName } from './identifiers.ts';
import { syncFolder } from './sync-folder.ts';

const OWNER_ONLY = 0o600;
const FOLDER_OF_OWNER = 0o700;
const TEMPORARY = '.part';
const NAME = /^[0-9a-f]{32}(?:\.part)?$/u;

/** A file on its way in: write to `stream`; `path` can be read once the stream has ended. */
export type StoredUpload = { storedName: string; path: string; stream: WriteStream };

/** The folder of files that visitors sent, each under a name of the site's own. Makes the folder. */
export async function openUploads(dataDir: string) {
  const folder = path.join(dataDir, 'uploads');
  await mkdir(folder, { recursive: true, mode: FOLDER_OF_OWNER });
  await syncFolder(dataDir);
  const pathOf = (name: string) => path.join(folder, checked(name));

  return {
    /** A new temporary file. The caller ends it by `commit` or `discard`. */
    async create(): Promise<StoredUpload> {
      const storedName = newFileName();
      const file = pathOf(storedName + TEMPORARY);
      // Not by a handle: its promises make far more garbage a piece.
      const stream = createWriteStream(file, { flags: 'wx', mode: OWNER_ONLY, flush: true });
      stream.on('error', keptForCommit);
      await once(stream, 'open');
      return { storedName, path: file, stream };
    },

    /**
     * Ends the file, waits until it and its name are on disk and gives its stored name. Throws where a byte could not
     * be written or the stream was cut off: then `discard` it.
     */
    async commit({ storedName, path: file, stream }: StoredUpload): Promise<string> {
      if (!stream.writableEnded) stream.end();
      await finished(stream);
      await rename(file, pathOf(storedName));
      await syncFolder(folder);
      return storedName;
    },

    /** Removes a temporary file, in whatever state it is. */
    async discard({ path: file, stream }: StoredUpload): Promise<void> {
      stream.destroy();
      await finished(stream).catch(keptForCommit);
      await rm(file, { force: true });
    },

    /** The path of a committed file, for other readers such as the virus scanner. */
    pathOf,

    /** The bytes of a committed file; rejects where it is missing. */
    async open(storedName: string): Promise<ReadStream> {
      return (await open(pathOf(storedName))).createReadStream();
    },

    /** Removes a file by its stored name; one that is gone already is no failure. */
    async remove(storedName: string): Promise<void> {
      await rm(pathOf(storedName), { force: true });
    },

    /** Names of the files, temporary ones too, that were last written or renamed before a time in milliseconds. */
    async untouchedSince(time: number): Promise<string[]> {
      const names = (await readdir(folder)).filter((name) => NAME.test(name));
      // A file that is gone meanwhile counts as touched.
      const lastChange = ({ mtimeMs, ctimeMs }: Stats) => Math.max(mtimeMs, ctimeMs);
      const changes = names.map((name) => stat(path.join(folder, name)).then(lastChange, () => time));
      const times = await Promise.all(changes);
      return names.filter((_name, index) => (times[index] ?? time) < time);
    },
  };
}

export type Uploads = Awaited<ReturnType<typeof openUploads>>;

/** A stream remembers its failure, and `commit` throws it; without a listener it would end the process. */
function keptForCommit(): void {}

function checked(name: string): string {
  if (!NAME.test(name)) throw new Error('that is no name of a stored file');
  return name;
}
