import { access, constants, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { S3Settings } from '../../config/config.ts';
import { freeBytes, syncFolder } from '../../lib/files.ts';
import { MAX_UNSENT_BUCKET_BYTES } from '../rules/limits.ts';
import { createBucket, type Limits, type OnCall } from './bucket.ts';
import { openIncoming, type TemporaryFile, unchangedIn } from './incoming-files.ts';

/** Uploaded files under generated names, in a folder or an S3 bucket. */
export type FileStore = {
  isDiskFull(minFreeBytes?: number): Promise<boolean>;

  /** Returns the maximum bytes for files of unsent drafts. In a folder this is the free space, or NaN if it is unknown. */
  maxUnsentBytes(): Promise<number>;

  /** Creates a temporary file on this machine. The caller must `commit` or `discard` it. */
  create(): Promise<TemporaryFile>;

  /**
   * Ends the file, stores it durably and returns its stored name. Rejects if a write failed or the stream was truncated. Call
   * `discard` in that case.
   */
  commit(file: TemporaryFile): Promise<string>;

  /** Removes a temporary file in any state. */
  discard(file: TemporaryFile): Promise<void>;

  /** Opens a committed file. Rejects with the code ENOENT if it is missing. Fails if it is incomplete. */
  open(storedName: string): Promise<Readable>;

  /** Removes a committed file. Succeeds even if it does not exist. */
  remove(storedName: string): Promise<void>;

  /** Yields pages of stored names last written before a timestamp. */
  unchangedSince(time: number): AsyncIterable<string[]>;

  /** Removes temporary files of this machine last written before a timestamp. Returns their number. */
  removeIncoming(time: number): Promise<number>;

  /** Rejects if files cannot be stored now. */
  check(): Promise<void>;

  /** Sets the observer of S3 calls. */
  observeCalls(onCall: OnCall): void;
};

/** Pattern of a stored name, 128 random bits in hexadecimal (see `newFileName`). */
const STORED_NAME = /^[0-9a-f]{32}$/u;

/** Throws for any text that is not a stored name, such as a path. */
function checkedName(name: string): string {
  if (!STORED_NAME.test(name)) throw new Error('not the name of a stored file');
  return name;
}

/** Opens the bucket of `s3` with temporary files in `dataDir`, or without `s3` a folder in `dataDir`. */
export async function openFileStore(dataDir: string, s3?: S3Settings, limits?: Limits): Promise<FileStore> {
  return s3 === undefined ? openFolder(dataDir) : openBucket(dataDir, s3, limits);
}

async function openFolder(dataDir: string): Promise<FileStore> {
  const incoming = await openIncoming(dataDir);
  const { folder, isDiskFull, create, discard, removeIncoming } = incoming;
  const pathOf = (name: string) => path.join(folder, checkedName(name));

  return {
    isDiskFull,
    maxUnsentBytes: () => freeBytes(folder),
    create,
    discard,
    removeIncoming,

    async commit(file) {
      await incoming.end(file);
      await rename(file.path, pathOf(file.storedName));
      await syncFolder(folder);
      return file.storedName;
    },

    open: async (storedName) => (await open(pathOf(storedName))).createReadStream(),
    remove: async (storedName) => rm(pathOf(storedName), { force: true }),
    unchangedSince: (time) => unchangedIn(folder, STORED_NAME, time),
    check: () => access(folder, constants.W_OK),
    observeCalls: () => undefined,
  };
}

async function openBucket(dataDir: string, settings: S3Settings, limits?: Limits): Promise<FileStore> {
  const incoming = await openIncoming(dataDir);
  const { isDiskFull, create, discard, removeIncoming } = incoming;
  let onCall: OnCall = () => undefined;
  const bucket = await createBucket(settings, { limits, onCall: (...facts) => onCall(...facts) });
  const keyOf = (name: string) => settings.prefix + checkedName(name);

  return {
    isDiskFull,
    maxUnsentBytes: async () => MAX_UNSENT_BUCKET_BYTES,
    create,
    discard,
    removeIncoming,

    async commit(file) {
      await incoming.end(file);
      await bucket.put(keyOf(file.storedName), await readFile(file.path));
      // The file is in the bucket. If removing the local copy fails, a sweep removes it later.
      await rm(file.path, { force: true }).catch(() => undefined);
      return file.storedName;
    },

    open: async (storedName) => Readable.from([await bucket.get(keyOf(storedName))]),
    remove: async (storedName) => bucket.delete(keyOf(storedName)),

    /** Compares timestamps by the clock of the store. */
    async *unchangedSince(time) {
      for await (const { keys, now } of bucket.list(settings.prefix)) {
        const before = time + now - Date.now();
        yield keys
          .filter(({ changedAt }) => changedAt < before)
          .map(({ key }) => key.slice(settings.prefix.length))
          .filter((name) => STORED_NAME.test(name));
      }
    },

    async check() {
      await bucket.list(settings.prefix, 1).next();
    },

    observeCalls(observer) {
      onCall = observer;
    },
  };
}
