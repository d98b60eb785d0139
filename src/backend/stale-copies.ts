import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Logger } from 'pino';
import { createFolderCache } from '../lib/folder-cache.ts';
import { type AnswerCopy, readCopy, writeCopy } from './copy-format.ts';
import { createWriteQueue } from './write-queue.ts';

/** What the copies may take on the disk, in bytes. Searches are apart: visitors make them up. */
export const MAX_CONTENT_BYTES = 512 * 1024 * 1024;
const MAX_SEARCH_BYTES = 16 * 1024 * 1024;

/** What the smallest file takes on a disk, in bytes. */
const BLOCK_BYTES = 4096;

/** Goes up when copies are written in another way. */
const VERSION = 'v1';

export type Shelf = 'answers' | 'searches';

type Options = {
  dataDir: string;
  /** What tells one backend from another: its address and the headers that it is asked with. */
  owner: readonly string[];
  log: Logger;
  maxBytes?: Record<Shelf, number>;
};

/**
 * Stale copies: the backend's answers in a disk LRU cache, for a restart and for the other processes. A copy belongs to one
 * backend. Copies are written in the background; one that cannot be written or read counts as none, and nothing is thrown.
 */
export function createStaleCopies({
  dataDir,
  owner,
  log,
  maxBytes = { answers: MAX_CONTENT_BYTES, searches: MAX_SEARCH_BYTES },
}: Options) {
  const shelf = (name: Shelf) => {
    const folder = path.join(dataDir, 'content', VERSION, name);
    return createFolderCache({ folder, maxBytes: maxBytes[name], blockBytes: BLOCK_BYTES });
  };
  const shelves = { answers: shelf('answers'), searches: shelf('searches') };
  const queue = createWriteQueue(write);
  let [written, failed, broken] = [0, 0, 0];
  let isInTrouble = false;

  /** Hashed: a search can hold what is nobody else's business, a header a password. */
  const nameOf = (key: string): string =>
    createHash('sha256')
      .update(JSON.stringify([...owner, key]))
      .digest('base64url');

  async function write(place: string, copy: AnswerCopy | undefined): Promise<void> {
    const [name, file] = place.split('/') as [Shelf, string];
    if (!copy) return shelves[name].remove(file);
    const error = await shelves[name].put(file, writeCopy(copy));
    if (error) failed += 1;
    else written += 1;
    tellTrouble(error);
  }

  /** Logs once when writing begins to fail and once when it works again. */
  function tellTrouble(error: Error | undefined): void {
    if (error && !isInTrouble) log.warn({ reason: error.message }, 'content is not kept on disk');
    if (!error && isInTrouble) log.info('content is kept on disk again');
    isInTrouble = error !== undefined;
  }

  function dropBroken(name: Shelf, file: string, error: unknown): undefined {
    broken += 1;
    log.warn({ file, reason: (error as Error).message }, 'a copy of content is left out');
    void shelves[name].remove(file);
  }

  return {
    async get(name: Shelf, key: string): Promise<AnswerCopy | undefined> {
      const file = nameOf(key);
      const waiting = queue.waiting(`${name}/${file}`);
      if (waiting) return waiting.value;
      const bytes = await shelves[name].get(file);
      try {
        return bytes && readCopy(bytes);
      } catch (error) {
        return dropBroken(name, file, error);
      }
    },

    put(name: Shelf, key: string, copy: AnswerCopy): void {
      queue.add(`${name}/${nameOf(key)}`, { value: copy, bytes: copy.body.length });
    },

    /** Removes an answer that the backend has withdrawn. */
    remove(name: Shelf, key: string): void {
      queue.add(`${name}/${nameOf(key)}`, { value: undefined, bytes: 0 });
    },

    /** How things stand, for the figures that operators see. */
    counts: () => ({
      bytes: shelves.answers.size() + shelves.searches.size(),
      written,
      /** Writes that the disk refused, and those that were not tried since too many waited. */
      failed,
      refused: queue.refused(),
      /** Copies whose bytes had changed on the disk. */
      broken,
    }),

    /** Takes nothing more; resolves when the queue is written. */
    close: () => queue.close(),
  };
}

export type StaleCopies = ReturnType<typeof createStaleCopies>;
/** The part that readers of content need. */
export type Copies = Pick<StaleCopies, 'get' | 'put' | 'remove'>;

/** For callers that want the backend's own answer. */
export const noCopies: Copies = {
  get: async () => undefined,
  put: () => undefined,
  remove: () => undefined,
};
