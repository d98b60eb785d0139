import { createHash, type Hash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { lstat, mkdir, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { codeOf, measure } from '../lib/copy-file.ts';
import { openList } from './file-list.ts';
import { lock } from './lock.ts';

/** What the mirror keeps for itself, in a folder of this name in its own. */
export const OWN_FOLDER = '.plinth-mirror';
const PARTS = 'parts';

export type Change = 'new' | 'changed' | 'same';

/** A file cannot be written: the rest of the mirror can. */
export class UnwritableFile extends Error {}

/** What the file system says where a name is taken by something of another kind, or is too long. */
const OF_ONE_FILE = ['EISDIR', 'ENOTDIR', 'EEXIST', 'ENAMETOOLONG', 'EILSEQ', 'EINVAL'];

/**
 * A folder that a mirror is written to: a new one, an empty one, or that of an earlier run. It changes and removes only files
 * that it has written itself. Rejects where the folder is something else, or another run is at it.
 */
export async function openMirrorFolder(folder: string) {
  const own = path.join(folder, OWN_FOLDER);
  const parts = path.join(own, PARTS);
  const list = await openList(folder, own);
  const unlock = await lock(own);
  await rm(parts, { recursive: true, force: true });
  await mkdir(parts);
  const seen = new Set<string>();
  let bytes = 0;

  /** What is not the mirror's own is never overwritten. */
  async function claim(file: string): Promise<void> {
    if (list.has(file)) return;
    const isThere = await lstat(path.join(folder, file)).then(
      () => true,
      (error: unknown) => (codeOf(error) === 'ENOENT' ? false : Promise.reject(error)),
    );
    if (isThere) throw new UnwritableFile('stands there already, and the mirror did not write it');
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
    /** Writes a file unless it says the same already: then it keeps its time. `etag`: what the site calls this content. */
    async put(file: string, content: Buffer | Readable, etag?: string): Promise<Change> {
      seen.add(file);
      try {
        const change = await write(file, content);
        list.note(file, etag);
        bytes += (await sizeOf(path.join(folder, file))) ?? 0;
        return change;
      } catch (error) {
        if (content instanceof Readable) content.destroy();
        if (!OF_ONE_FILE.includes(codeOf(error) ?? '')) throw error;
        throw new UnwritableFile(`cannot be written: ${codeOf(error)}`);
      }
    },

    /** What the site called the file's content when it was written, where the file is still there. */
    async etagOf(file: string): Promise<string | undefined> {
      const etag = list.etagOf(file);
      return etag && (await sizeOf(path.join(folder, file))) !== undefined ? etag : undefined;
    },

    /** The file stays as it is: it has not changed, or could not be had. */
    async keep(file: string): Promise<void> {
      seen.add(file);
      bytes += (await sizeOf(path.join(folder, file))) ?? 0;
    },

    /** Removes what was written by an earlier run and by none of this one; gives the files' names. */
    async removeGone(): Promise<string[]> {
      const gone = list.files().filter((file) => !seen.has(file));
      for (const file of gone) {
        await rm(path.join(folder, file), { force: true }).catch(() => undefined);
        await removeEmptyFolders(folder, path.dirname(file));
        list.forget(file);
      }
      return gone;
    },

    /** What all files take, in bytes. */
    bytes: () => bytes,

    async close(): Promise<void> {
      await list.close();
      await rm(parts, { recursive: true, force: true });
      await unlock();
    },
  };
}

export type MirrorFolder = Awaited<ReturnType<typeof openMirrorFolder>>;

/** Passes pieces on and hashes them. */
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

/** Undefined where there is no such file. */
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
