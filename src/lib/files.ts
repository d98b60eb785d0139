import { createHash } from 'node:crypto';
import { constants, createReadStream, createWriteStream, lstatSync } from 'node:fs';
import { copyFile, link, lstat, open, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import { newFileName } from './identifiers.ts';

/** File mode: only the owner may read files with personal data. */
export const OWNER_ONLY = 0o600;
export const FOLDER_OF_OWNER = 0o700;

type FileContent = { bytes: number; sha256: string };
type Stored = FileContent & { storedName: string };
/** `open` rejects with ENOENT for a missing file. */
type Source = { open(storedName: string): Promise<AsyncIterable<Buffer>> };

/** Returns whether the name is unused, even by a broken link. */
export const isFree = (file: string): boolean => lstatSync(file, { throwIfNoEntry: false }) === undefined;

export async function isEqual(file: string, { bytes, sha256 }: FileContent): Promise<boolean> {
  const found = await lstat(file);
  if (!found.isFile() || found.size !== bytes) return false;
  return (await measure(createReadStream(file))).sha256 === sha256;
}

export async function measure(source: AsyncIterable<Buffer>): Promise<FileContent> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of source) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Copies a stored file atomically and checks its hash. Returns false if the target was created during the copy. */
export async function copyStored(uploads: Source, file: Stored, target: string): Promise<boolean> {
  const part = path.join(path.dirname(target), `${newFileName()}.part`);
  try {
    const source = await uploads.open(file.storedName).catch((error: unknown) => {
      throw codeOf(error) === 'ENOENT' ? new MissingFileError('the stored file is missing') : error;
    });
    const { sha256 } = await pourInto(part, source);
    if (sha256 !== file.sha256) throw new Error('the stored file has changed since it was sent');
    return await moveTo(part, target);
  } finally {
    await rm(part, { force: true });
  }
}

/** Writes and flushes a new file. Returns its size and hash. If the source fails, the caller must remove the file. */
export async function pourInto(target: string, source: AsyncIterable<Buffer>): Promise<FileContent> {
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

export class MissingFileError extends Error {}

/** Renames a file without overwriting. Returns false if the target exists. */
export async function moveTo(part: string, target: string): Promise<boolean> {
  try {
    await link(part, target).catch((error: unknown) => {
      if (codeOf(error) === 'EEXIST') throw error;
      // The file system, such as FAT, does not support hard links.
      return copyFile(part, target, constants.COPYFILE_EXCL);
    });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

export const codeOf = (error: unknown) => (error as NodeJS.ErrnoException | null)?.code;

/** Returns the bytes that the site's user can still write, or NaN if the disk does not report them. */
export const freeBytes = (folder: string): Promise<number> =>
  statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => Number.NaN,
  );

/** Flushes the names in a folder to disk, because fsync of a file does not include its name (fsync(2)). */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders, and journals names itself.
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
