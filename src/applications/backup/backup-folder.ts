import { createReadStream, type ReadStream } from 'node:fs';
import { lstat, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pLimit from 'p-limit';
import * as z from 'zod';
import { codeOf, OWNER_ONLY } from '../../lib/files.ts';
import { readJson } from '../../lib/json.ts';
import { DATABASE_FILE } from '../store/engine/database.ts';
import { SECRET_FILE } from '../store/secret.ts';

/** Paths and path patterns in a backup. */
const MANIFEST = 'manifest.json';
export const UPLOADS = 'uploads';
const UPLOAD = /^uploads\/[0-9a-f]{32}$/u;
const SHA256 = /^[0-9a-f]{64}$/u;

/** Maximum concurrent copies. More than one hides the latency of S3 requests and fsync. */
const MAX_CONCURRENT_COPIES = 4;

const schema = z.object({
  format: z.literal(1),
  createdAt: z.iso.datetime({ offset: true }),
  applications: z.int().min(0),
  drafts: z.int().min(0),
  files: z.array(
    z.object({
      path: z.string().refine((name) => name === DATABASE_FILE || name === SECRET_FILE || UPLOAD.test(name)),
      bytes: z.int().min(0),
      sha256: z.string().regex(SHA256),
    }),
  ),
  /** Stored names of application files that were missing or damaged. */
  missing: z.array(z.string()),
});

/** Contents of a backup. Lists all files with size and SHA-256, the database first. */
export type Manifest = z.infer<typeof schema>;
export type Entry = Manifest['files'][number];

export const isUpload = ({ path: name }: Entry): boolean => name.startsWith(`${UPLOADS}/`);

export const writeManifest = (folder: string, manifest: Manifest): Promise<void> =>
  writeFile(path.join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, {
    mode: OWNER_ONLY,
    flag: 'wx',
    flush: true,
  });

/** Throws if the folder has no manifest that this version can read. */
export async function readManifest(folder: string): Promise<Manifest> {
  const file = await plainFile(folder, MANIFEST);
  const parsed = schema.safeParse(readJson(await readFile(file, 'utf8')));
  if (!parsed.success) throw new Error(`no backup that this version can read: ${file}`);
  if (parsed.data.files[0]?.path !== DATABASE_FILE) throw new Error(`no backup: ${file} lists no database`);
  return parsed.data;
}

export const openEntry = async (folder: string, name: string): Promise<ReadStream> =>
  createReadStream(await plainFile(folder, name));

/** Returns the path of a file in the backup. Throws for a link, which could point to any file on this machine. */
async function plainFile(folder: string, name: string): Promise<string> {
  const file = path.join(folder, name);
  try {
    const [parent, found] = [await lstat(path.dirname(file)), await lstat(file)];
    if (parent.isDirectory() && found.isFile()) return file;
  } catch (error) {
    throw codeOf(error) === 'ENOENT' ? new Error(`the backup lacks ${name}: ${file} does not exist`) : error;
  }
  throw new Error(`${file} is a link or not a file: a backup has none`);
}

/** Calls `work` for each item with limited concurrency. After a failure it waits for the running calls, then rejects. */
export async function forEachFile<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const limit = pLimit({ concurrency: MAX_CONCURRENT_COPIES, rejectOnClear: true });
  const guarded = (item: Item) =>
    work(item).catch((error: unknown) => {
      limit.clearQueue();
      throw error;
    });
  const results = await Promise.allSettled(items.map((item) => limit(guarded, item)));
  const failed = results.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}
