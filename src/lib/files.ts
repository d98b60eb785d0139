import { createHash } from 'node:crypto';
import { constants, createReadStream, createWriteStream, lstatSync } from 'node:fs';
import { copyFile, link, lstat, open, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import { newFileName } from './identifiers.ts';

/** Modes for personal data. */
export const OWNER_ONLY = 0o600;
export const OWNER_ONLY_FOLDER = 0o700;

type FileContent = { bytes: number; sha256: string };
type Stored = FileContent & { storedName: string };
/** `open` rejects with ENOENT for a missing file. */
type Source = { open(storedName: string): Promise<AsyncIterable<Buffer>> };

/** Returns whether no file or link, not even a broken one, has this name. */
export const isUnusedName = (file: string): boolean =>
  lstatSync(file, { throwIfNoEntry: false }) === undefined;

export async function isUnchangedFile(file: string, { bytes, sha256 }: FileContent): Promise<boolean> {
  const found = await lstat(file);
  if (!found.isFile() || found.size !== bytes) return false;
  return (await hashContent(createReadStream(file))).sha256 === sha256;
}

export async function hashContent(source: AsyncIterable<Buffer>): Promise<FileContent> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of source) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Copies a stored file atomically and checks its hash. Returns false if the target was created during the copy. */
export async function copyStored(fileStore: Source, file: Stored, target: string): Promise<boolean> {
  const part = path.join(path.dirname(target), `${newFileName()}.part`);
  try {
    const source = await fileStore.open(file.storedName).catch((error: unknown) => {
      throw errorCodeOf(error) === 'ENOENT' ? new Error('the stored file is missing') : error;
    });
    const { sha256 } = await writeNewFile(part, source);
    if (sha256 !== file.sha256) throw new Error('the stored file has changed since it was sent');
    return await moveWithoutOverwriting(part, target);
  } finally {
    await rm(part, { force: true });
  }
}

/** Writes and flushes a new file. Returns its size and hash. If the source fails, the caller must remove the file. */
export async function writeNewFile(target: string, source: AsyncIterable<Buffer>): Promise<FileContent> {
  const hash = createHash('sha256');
  const output = createWriteStream(target, { flags: 'wx', mode: OWNER_ONLY, flush: true });
  const hashing = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
  };
  const closed = new Promise<void>((resolve) => output.once('close', resolve));
  // A failed pipeline does not wait for the file to be opened, which would recreate it after its removal.
  await pipeline(source, hashing, output).finally(() => closed);
  return { bytes: output.bytesWritten, sha256: hash.digest('hex') };
}

/** Renames a file without overwriting. Returns false if the target exists. */
async function moveWithoutOverwriting(part: string, target: string): Promise<boolean> {
  try {
    // Some file systems, such as FAT, do not support hard links.
    await link(part, target).catch(() => copyFile(part, target, constants.COPYFILE_EXCL));
    return true;
  } catch (error) {
    if (errorCodeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

export const errorCodeOf = (error: unknown) => (error as NodeJS.ErrnoException | null)?.code;

/** Returns the free bytes and inodes, or NaN if unknown. File systems that create inodes on demand report 0 in all. */
export const freeSpace = (folder: string): Promise<{ bytes: number; inodes: number }> =>
  statfs(folder).then(
    ({ bavail, bsize, files, ffree }) => ({ bytes: bavail * bsize, inodes: files === 0 ? Infinity : ffree }),
    () => ({ bytes: Number.NaN, inodes: Number.NaN }),
  );

export const freeBytes = async (folder: string): Promise<number> => (await freeSpace(folder)).bytes;

/** Flushes the names in a folder to disk, which fsync of a file does not include (fsync(2)). */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders, and its file system journals names.
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export const LOCK_WAIT_MS = 5000;

/** Opens a database file. A writer waits up to `lockWaitMs` for the lock of another connection. */
export const openSqlite = (file: string, lockWaitMs = LOCK_WAIT_MS): DatabaseSync =>
  new DatabaseSync(file, { timeout: lockWaitMs, enableForeignKeyConstraints: true });
