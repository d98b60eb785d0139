import { createReadStream, existsSync, realpathSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pLimit from 'p-limit';
import * as z from 'zod';
import { OWNER_ONLY } from '../../lib/files.ts';
import { readJson } from '../../lib/json.ts';
import { SECRET_FILE } from '../store/data-folder.ts';
import { DATABASE_FILE } from '../store/engine/database.ts';

const MANIFEST_FILE = 'manifest.json';
export const UPLOADS_SUBFOLDER = 'uploads';
const UPLOAD_PATH = /^uploads\/[0-9a-f]{32}$/u;
const SHA256 = /^[0-9a-f]{64}$/u;

/** Maximum concurrent copies. More than one hides the latency of S3 requests and fsync. */
const MAX_CONCURRENT_COPIES = 4;

const manifestSchema = z.object({
  format: z.literal(1),
  createdAt: z.iso.datetime({ offset: true }),
  applications: z.int().min(0),
  drafts: z.int().min(0),
  files: z.array(
    z.object({
      path: z
        .string()
        .refine((name) => name === DATABASE_FILE || name === SECRET_FILE || UPLOAD_PATH.test(name)),
      bytes: z.int().min(0),
      sha256: z.string().regex(SHA256),
    }),
  ),
  /** Stored names of application files that were missing or damaged. */
  missing: z.array(z.string()),
});

/** Contents of a backup. Lists all files with size and SHA-256. */
export type Manifest = z.infer<typeof manifestSchema>;
export type ManifestEntry = Manifest['files'][number];

export const isUpload = ({ path: name }: ManifestEntry): boolean => UPLOAD_PATH.test(name);

export const writeManifest = (folder: string, manifest: Manifest): Promise<void> =>
  writeFile(path.join(folder, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`, {
    mode: OWNER_ONLY,
    flag: 'wx',
    flush: true,
  });

/** Throws if the folder has no manifest that this version can read. */
export async function readManifest(folder: string): Promise<Manifest> {
  const file = resolveInBackup(folder, MANIFEST_FILE);
  const { data } = manifestSchema.safeParse(readJson(await readFile(file, 'utf8')));
  if (!data?.files.some(({ path: name }) => name === DATABASE_FILE))
    throw new Error(`no backup that this version can read: ${file}`);
  return data;
}

export const openEntry = (folder: string, name: string) => createReadStream(resolveInBackup(folder, name));

/** Returns the path of a file in the backup. Throws for a link, which could point to any file on this machine. */
function resolveInBackup(folder: string, name: string): string {
  const file = path.join(folder, name);
  if (!existsSync(file)) throw new Error(`the backup lacks ${name}: ${file} does not exist`);
  if (realpathSync(file) !== path.join(realpathSync(folder), name))
    throw new Error(`${file} is a link: a backup has none`);
  return file;
}

/** Calls `work` for each item with limited concurrency. After a failure it waits for the running calls, then rejects. */
export async function forEachFile<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = [];
  await pLimit(MAX_CONCURRENT_COPIES).map(items, async (item) => {
    if (failures.length === 0) await work(item).catch((error: unknown) => failures.push(error));
  });
  if (failures.length > 0) throw failures[0];
}
