import { chmodSync, lstatSync, readdirSync, type Stats } from 'node:fs';
import path from 'node:path';
import { MEDIA_FOLDER } from '../assets/media-folder.ts';
import { CONTENT_FILE } from '../backend/content-copies.ts';
import { UPLOADS_FOLDER } from '../files/incoming-files.ts';
import { LOCK_WAIT_MS, openSqlite } from '../lib/sqlite.ts';
import { DATABASE_FILE } from '../store/engine/database.ts';
import { SECRET_FILE } from '../store/secret.ts';

export const LOCK_FILE = 'site.lock';

/** Throws if another site uses the folder. The lock is SQLite's on an empty file, because it ends with the process in any case. */
export function lockDataDir(dataDir: string, waitMs = LOCK_WAIT_MS): void {
  const lock = openSqlite(path.join(dataDir, LOCK_FILE), waitMs);
  try {
    lock.exec('begin exclusive');
  } catch {
    lock.close();
    throw new Error(`DATA_DIR: another site uses ${dataDir}: stop it, or set another folder`);
  }
  // Also keeps the lock from being garbage-collected.
  process.once('exit', () => lock.close());
}

const GROUP_AND_OTHERS = 0o077;
const OWNER = 0o700;

/** Sticky bit: a shared folder such as /tmp. */
const STICKY = 0o1000;

/** The files that the site creates in its data folder. */
const NAMES = [
  ...[DATABASE_FILE, CONTENT_FILE].flatMap((file) => [file, `${file}-wal`, `${file}-shm`]),
  UPLOADS_FOLDER,
  MEDIA_FOLDER,
  SECRET_FILE,
  LOCK_FILE,
];

/** The data folder and the site's files in it that group or others have permissions for. */
export const accessibleToOthers = (dataDir: string): string[] =>
  [dataDir, ...NAMES.map((name) => path.join(dataDir, name))].filter((file) => isAccessible(statsOf(file)));

/**
 * Removes these permissions, recursively in accessible folders. Returns paths that belong to another user, which stay as they are. Does
 * not change a shared data folder itself.
 */
export function restrictToOwner(dataDir: string): string[] {
  const isShared = Boolean((statsOf(dataDir)?.mode ?? 0) & STICKY);
  const own = accessibleToOthers(dataDir).filter((file) => file !== dataDir);
  const paths = isShared ? own : [dataDir, ...own];
  const refused = paths.filter((file) => !restrict(file, file !== dataDir));
  return isShared ? [dataDir, ...refused] : refused;
}

function restrict(file: string, isRecursive: boolean): boolean {
  const stats = statsOf(file);
  if (!stats || !isAccessible(stats)) return true;
  try {
    chmodSync(file, stats.mode & OWNER);
    const names = isRecursive && stats.isDirectory() ? readdirSync(file) : [];
    return names.map((name) => restrict(path.join(file, name), isRecursive)).every(Boolean);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}

const statsOf = (file: string): Stats | undefined => lstatSync(file, { throwIfNoEntry: false });

/** A symbolic link has no permissions of its own. */
const isAccessible = (stats: Stats | undefined): boolean =>
  stats !== undefined && !stats.isSymbolicLink() && (stats.mode & GROUP_AND_OTHERS) !== 0;
