import { once } from 'node:events';
import { createWriteStream, type Stats, type WriteStream } from 'node:fs';
import { access, constants, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { S3Settings } from '../../config/config.ts';
import { freeBytes, freeSpace, OWNER_ONLY, OWNER_ONLY_FOLDER, syncFolder } from '../../lib/files.ts';
import { newFileName } from '../../lib/identifiers.ts';
import {
  LOW_FREE_DISK_BYTES,
  MAX_UNSENT_BUCKET_BYTES,
  MIN_FREE_DISK_BYTES,
  MIN_FREE_INODES,
} from '../rules/limits.ts';
import { type CallLimits, createBucket, type OnCall } from './bucket.ts';

export const UPLOADS_FOLDER = 'uploads';

const STORED_NAME = /^[0-9a-f]{32}$/u;
const TEMPORARY_NAME = /^[0-9a-f]{32}\.part$/u;

const MAX_CONCURRENT_STATS = 500;

/** A file that is being received. Write to `stream`, and read `path` only after the stream has ended. */
export type TemporaryFile = { storedName: string; path: string; stream: WriteStream };

type FileStorage = {
  /** Returns the bytes by which unsent files exceed their space, or NaN if a folder's free space is unknown. */
  excessBytes(unsentBytes: () => Promise<number>): Promise<number>;
  /** Moves a complete temporary file to durable storage under its stored name. */
  store(file: TemporaryFile): Promise<void>;
  /** Opens a committed file. Rejects with the code ENOENT if it is missing. Fails if it is incomplete. */
  open(storedName: string): Promise<Readable>;
  /** Succeeds even if the file does not exist. */
  remove(storedName: string): Promise<void>;
  listUnchangedSince(time: number): AsyncIterable<string[]>;
  check(): Promise<void>;
};

/** Throws if a name is not a stored one, for example if it is a path. */
function assertStoredName(name: string): string {
  if (!STORED_NAME.test(name)) throw new Error('not the name of a stored file');
  return name;
}

export type FileStore = Awaited<ReturnType<typeof openFileStore>>;

/** Opens the bucket, or a folder in `dataDir`. Temporary files are on the local disk, where checks and scans read them. */
export async function openFileStore(dataDir: string, s3?: S3Settings, limits?: CallLimits) {
  const folder = path.join(dataDir, UPLOADS_FOLDER);
  await mkdir(folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
  await syncFolder(dataDir);
  let onCall: OnCall = () => undefined;
  const { store, ...storage } = s3
    ? await openBucketStorage(s3, limits, (...facts) => onCall(...facts))
    : openUploadsFolder(folder);

  return {
    ...storage,

    async isDiskFull(minFreeBytes = MIN_FREE_DISK_BYTES): Promise<boolean> {
      const { bytes, inodes } = await freeSpace(folder);
      return bytes < minFreeBytes || inodes < MIN_FREE_INODES;
    },

    /** Creates a temporary file on this machine. The caller must `commit` or `discard` it. */
    async create(): Promise<TemporaryFile> {
      const storedName = newFileName();
      const file = path.join(folder, `${storedName}.part`);
      // A FileHandle stream would allocate far more memory per chunk, for its promises.
      const stream = createWriteStream(file, { flags: 'wx', mode: OWNER_ONLY, flush: true });
      stream.on('error', ignoreUntilCommit);
      await once(stream, 'open');
      return { storedName, path: file, stream };
    },

    /** Stores the file durably. Rejects if a write failed or the stream was destroyed; call `discard` then. */
    async commit(file: TemporaryFile): Promise<string> {
      if (!file.stream.writableEnded) file.stream.end();
      await finished(file.stream);
      await store(file);
      return file.storedName;
    },

    async discard({ path: file, stream }: TemporaryFile): Promise<void> {
      stream.destroy();
      await finished(stream).catch(ignoreUntilCommit);
      await rm(file, { force: true });
    },

    /** Removes temporary files last written before a timestamp. Returns their number. */
    async removeTemporaryFiles(time: number): Promise<number> {
      let count = 0;
      for await (const names of listUnchangedIn(folder, TEMPORARY_NAME, time)) {
        for (const name of names) await rm(path.join(folder, name), { force: true });
        count += names.length;
      }
      return count;
    },

    observeCalls(observer: OnCall): void {
      onCall = observer;
    },
  };
}

/** `commit` throws the error. Without a listener, it would crash the process. */
function ignoreUntilCommit(): void {}

function openUploadsFolder(folder: string): FileStorage {
  const pathOf = (name: string) => path.join(folder, assertStoredName(name));
  return {
    excessBytes: async () => LOW_FREE_DISK_BYTES - (await freeBytes(folder)),
    async store(file) {
      await rename(file.path, pathOf(file.storedName));
      await syncFolder(folder);
    },
    open: async (storedName) => (await open(pathOf(storedName))).createReadStream(),
    remove: async (storedName) => rm(pathOf(storedName), { force: true }),
    listUnchangedSince: (time) => listUnchangedIn(folder, STORED_NAME, time),
    check: () => access(folder, constants.W_OK),
  };
}

async function openBucketStorage(
  settings: S3Settings,
  limits: CallLimits | undefined,
  onCall: OnCall,
): Promise<FileStorage> {
  const bucket = await createBucket(settings, { limits, onCall });
  const keyOf = (name: string) => settings.prefix + assertStoredName(name);
  return {
    excessBytes: async (unsentBytes) => (await unsentBytes()) - MAX_UNSENT_BUCKET_BYTES,
    async store(file) {
      await bucket.put(keyOf(file.storedName), await readFile(file.path));
      // The file is in the bucket. If removing the local copy fails, a sweep removes it later.
      await rm(file.path, { force: true }).catch(() => undefined);
    },
    open: async (storedName) => Readable.from([await bucket.get(keyOf(storedName))]),
    remove: async (storedName) => bucket.delete(keyOf(storedName)),
    /** Compares timestamps from the store's clock. */
    async *listUnchangedSince(time) {
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
  };
}

/** Yields batches of matching names in a folder that were last written or renamed before a timestamp. */
async function* listUnchangedIn(folder: string, pattern: RegExp, time: number): AsyncGenerator<string[]> {
  const changedAt = ({ mtimeMs, ctimeMs }: Stats) => Math.max(mtimeMs, ctimeMs);
  const names = (await readdir(folder)).filter((name) => pattern.test(name));
  for (let at = 0; at < names.length; at += MAX_CONCURRENT_STATS) {
    const some = names.slice(at, at + MAX_CONCURRENT_STATS);
    // Treats a file that no longer exists as changed.
    const times = await Promise.all(
      some.map((name) => stat(path.join(folder, name)).then(changedAt, () => time)),
    );
    yield some.filter((_name, index) => (times[index] ?? time) < time);
  }
}
