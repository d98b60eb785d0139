import { link, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { freeSpace, isUnchangedFile } from '../../lib/files.ts';
import { newFileName } from '../../lib/identifiers.ts';
import { formatCount } from '../../lib/messages.ts';
import { UPLOADS_FOLDER } from '../files/file-store.ts';
import { MEGABYTE, MIN_FREE_AFTER_BACKUP_BYTES, MIN_FREE_INODES } from '../rules/limits.ts';
import { type Db, isPostgres } from '../store/engine/database.ts';
import type { FileRow } from '../store/engine/tables.ts';
import { MANIFEST_FILE, readManifest } from './format.ts';

type FileContent = Pick<FileRow, 'bytes' | 'sha256'>;

/** The copied database and its journal. */
const DATABASE_COPIES = 2;

/** Returns the newest backup next to a new one, if its files can be linked to the unfinished one in `part`. */
export async function findLinkableBackup(folder: string, part: string): Promise<string | undefined> {
  const parent = path.dirname(folder);
  const found: { backup: string; madeAt: number }[] = [];
  for (const name of await readdir(parent)) {
    const backup = path.join(parent, name);
    // Other folders may have a file of the same name.
    const manifest = await readManifest(backup).catch(() => undefined);
    if (manifest) found.push({ backup, madeAt: Date.parse(manifest.createdAt) });
  }
  const [newest] = found.sort((one, other) => other.madeAt - one.madeAt);
  if (!newest) return undefined;
  const probe = path.join(part, newFileName());
  try {
    await link(path.join(newest.backup, MANIFEST_FILE), probe);
    await rm(probe);
    return newest.backup;
  } catch {
    // The file system has no hard links, or the backup belongs to another user.
    return undefined;
  }
}

/** Replaces a copied upload with a link to the same file in an earlier backup. */
export async function linkUnchanged(earlier: string | undefined, file: FileContent, copy: string) {
  if (earlier === undefined) return;
  const same = path.join(earlier, UPLOADS_FOLDER, path.basename(copy));
  try {
    if (!(await isUnchangedFile(same, file))) return;
    await link(same, `${copy}.link`);
    await rename(`${copy}.link`, copy);
  } catch {
    // The copy stays.
  }
}

/** Throws if the disk of `part` has too little space for the database and the uploads that `earlier` does not have. */
export async function checkSpace(db: Db, part: string, dataDir: string, earlier?: string): Promise<void> {
  const linkable = new Set(
    earlier === undefined ? [] : await readdir(path.join(earlier, UPLOADS_FOLDER)).catch(() => []),
  );
  const sent = db.selectFrom('applicationFiles').select(['storedName', 'bytes']);
  const drafted = db.selectFrom('draftFiles').select(['storedName', 'bytes']);
  const files = await sent.unionAll(drafted).execute();
  const copied = files.filter(({ storedName }) => !linkable.has(storedName));
  const copiedBytes = copied.reduce((sum, { bytes }) => sum + bytes, 0);
  const neededBytes = copiedBytes + DATABASE_COPIES * (await databaseBytes(db));
  // Machines over PostgreSQL and S3 may have no data folder yet.
  const dataDisk = await stat(dataDir).catch(() => undefined);
  const isSameDisk = (await stat(part)).dev === dataDisk?.dev;
  const spareBytes = isSameDisk ? MIN_FREE_AFTER_BACKUP_BYTES : 0;
  const free = await freeSpace(part);
  const lackingBytes = neededBytes + spareBytes - free.bytes;
  const lackingInodes = copied.length + MIN_FREE_INODES - free.inodes;
  if (!(lackingBytes > 0 || lackingInodes > 0)) return;
  const lacking = lackingBytes > 0 ? toMegabytes(lackingBytes) : formatCount(lackingInodes, 'inode');
  throw new Error(
    `${path.dirname(part)}: not enough space for a backup of ${toMegabytes(neededBytes)} in ${formatCount(copied.length, 'new file')}, after which ${toMegabytes(spareBytes)} must be free. Missing: ${lacking}. Remove old backups, or name a folder on another disk`,
  );
}

const toMegabytes = (bytes: number): string => `${Math.ceil(bytes / MEGABYTE)} MB`;

async function databaseBytes(db: Db): Promise<number> {
  const query = isPostgres(db)
    ? sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
    : sql<{ bytes: number }>`select page_count * page_size as bytes from pragma_page_count, pragma_page_size`;
  const { rows } = await query.execute(db);
  return Number(rows[0]?.bytes ?? 0);
}
