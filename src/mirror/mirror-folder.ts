import { createHash, type Hash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { lstat, mkdir, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { codeOf, measure } from '../lib/copy-file.ts';
import { openList, requireMirror } from './file-list.ts';
import { lock } from './lock.ts';

/** Folder of the mirror's own files. */
export const OWN_FOLDER = '.plinth-mirror';
const PARTS = 'parts';

export type Change = 'new' | 'changed' | 'same';

/** A single file cannot be written. */
export class UnwritableFile extends Error {}

/** Errors of a single file: its name is in use, too long or invalid. */
const FILE_ERRORS = ['EISDIR', 'ENOTDIR', 'EEXIST', 'ENAMETOOLONG', 'EILSEQ', 'EINVAL'];

/**
 * Opens a new or empty folder, or an earlier mirror, for writing. Only files that a mirror has written are changed or removed.
 * Rejects if the folder is something else, or another run uses it.
 */
export async function openMirrorFolder(folder: string) {
  const own = path.join(folder, OWN_FOLDER);
  const parts = path.join(own, PARTS);
  await requireMirror(folder, own);
  await mkdir(own, { recursive: true });
  const unlock = await lock(own);
  const list = await openList(own).catch(async (error: unknown) => {
    await unlock();
    throw error;
  });
  await rm(parts, { recursive: true, force: true });
  await mkdir(parts);
  const seen = new Set<string>();
  let bytes = 0;

  /** Lists the file, unless a file of others has its name. */
  async function claim(file: string): Promise<void> {
    if (list.has(file)) return;
    const isThere = await lstat(path.join(folder, file)).then(
      () => true,
      (error: unknown) => (codeOf(error) === 'ENOENT' ? false : Promise.reject(error)),
    );
    if (isThere) throw new UnwritableFile('exists already, and the mirror did not write it');
    await list.add(file);
  }

  async function write(file: string, content: Buffer | Readable): Promise<Change> {
    await claim(file);
    const target = path.join(folder, file);
    const part = path.join(parts, randomUUID());
    const before = await hashOf(target);
    const hash = createHash('sha256');
    if (Buffer.isBuffer(content)) hash.update(content);
    else await pipeline(content, tap(hash), createWriteStream(part));
    if (before === hash.digest('hex')) {
      await rm(part, { force: true });
      return 'same';
    }
    if (Buffer.isBuffer(content)) await writeFile(part, content);
    await mkdir(path.dirname(target), { recursive: true });
    await rename(part, target);
    return before === undefined ? 'new' : 'changed';
  }

  return {
    /** Writes a file if its content has changed. */
    async put(file: string, content: Buffer | Readable, etag?: string): Promise<Change> {
      seen.add(file);
      try {
        const change = await write(file, content);
        list.setEtag(file, etag);
        bytes += (await sizeOf(path.join(folder, file))) ?? 0;
        return change;
      } catch (error) {
        if (content instanceof Readable) content.destroy();
        if (!FILE_ERRORS.includes(codeOf(error) ?? '')) throw error;
        throw new UnwritableFile(`cannot be written: ${codeOf(error)}`);
      }
    },

    /** ETag of the written content, if the file still exists. */
    async etagOf(file: string): Promise<string | undefined> {
      const etag = list.etagOf(file);
      return etag && (await sizeOf(path.join(folder, file))) !== undefined ? etag : undefined;
    },

    /** Keeps a file that has not changed or could not be fetched. */
    async keep(file: string): Promise<void> {
      seen.add(file);
      bytes += (await sizeOf(path.join(folder, file))) ?? 0;
    },

    /** Removes files of earlier runs that this run neither wrote nor kept. Returns their names. */
    async removeGone(): Promise<string[]> {
      const gone = list.files().filter((file) => !seen.has(file));
      for (const file of gone) {
        await rm(path.join(folder, file), { force: true }).catch(() => undefined);
        await removeEmptyFolders(folder, path.dirname(file));
        list.forget(file);
      }
      return gone;
    },

    bytes: () => bytes,

    async close(): Promise<void> {
      await list.close();
      await rm(parts, { recursive: true, force: true });
      await unlock();
    },
  };
}

export type MirrorFolder = Awaited<ReturnType<typeof openMirrorFolder>>;

/** Hashes a stream while it passes through. */
const tap = (hash: Hash) =>
  async function* (pieces: AsyncIterable<Buffer>) {
    for await (const piece of pieces) {
      hash.update(piece);
      yield piece;
    }
  };

async function hashOf(file: string): Promise<string | undefined> {
  if ((await sizeOf(file)) === undefined) return undefined;
  return (await measure(createReadStream(file))).sha256;
}

async function sizeOf(file: string): Promise<number | undefined> {
  try {
    const facts = await stat(file);
    return facts.isFile() ? facts.size : undefined;
  } catch {
    return undefined;
  }
}

async function removeEmptyFolders(root: string, folder: string): Promise<void> {
  for (let at = folder; at !== '.'; at = path.dirname(at)) {
    const isRemoved = await rmdir(path.join(root, at)).then(
      () => true,
      () => false,
    );
    if (!isRemoved) return;
  }
}
