import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { OWNER_ONLY } from '../lib/copy-file.ts';
import { readJson } from '../lib/read-json.ts';
import { DATABASE_FILE } from '../store/engine/database.ts';
import { SECRET_FILE } from '../store/secret.ts';

/** Paths in a backup. */
const MANIFEST = 'manifest.json';
export const UPLOADS = 'uploads';
/** Concurrent copies: S3 requests and fsync have high latency. */
export const MAX_CONCURRENT_COPIES = 4;
const UPLOAD = /^uploads\/[0-9a-f]{32}$/u;
const SHA256 = /^[0-9a-f]{64}$/u;

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

/** Contents of a backup: all files with size and SHA-256, the database first. */
export type Manifest = z.infer<typeof schema>;
export type Entry = Manifest['files'][number];

export const writeManifest = (folder: string, manifest: Manifest): Promise<void> =>
  writeFile(path.join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, {
    mode: OWNER_ONLY,
    flag: 'wx',
    flush: true,
  });

/** Throws if the folder has no manifest that this version can read. */
export async function readManifest(folder: string): Promise<Manifest> {
  const file = path.join(folder, MANIFEST);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(error.code === 'ENOENT' ? `no backup: ${file} does not exist` : error.message);
  });
  const parsed = schema.safeParse(readJson(text));
  if (!parsed.success) throw new Error(`no backup that this version can read: ${file}`);
  if (parsed.data.files[0]?.path !== DATABASE_FILE) throw new Error(`no backup: ${file} lists no database`);
  return parsed.data;
}
