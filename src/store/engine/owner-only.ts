import { chmodSync, lstatSync, readdirSync, type Stats } from 'node:fs';
import path from 'node:path';
import { DATABASE_FILE } from './database.ts';

/** The rights of all but the owner, and those that the owner may have. */
const FOR_OTHERS = 0o077;
const FOR_OWNER = 0o700;

/** The mode bit of a folder in which many keep their own things, like /tmp. */
const SHARED = 0o1000;

/** The files that the site creates in its data folder. */
const NAMES = [
  DATABASE_FILE,
  `${DATABASE_FILE}-wal`,
  `${DATABASE_FILE}-shm`,
  'uploads',
  'content.sqlite',
  'content.sqlite-wal',
  'content.sqlite-shm',
  'media',
  'session-secret',
];

/** The data folder and what is the site's in it, where others on this machine have rights to it. */
export const openToOthers = (dataDir: string): string[] =>
  [dataDir, ...NAMES.map((name) => path.join(dataDir, name))].filter((place) => isOpen(factsOf(place)));

/**
 * Takes these rights away, of all that lies in such a folder too; what lies in a closed one is out of reach already.
 * Gives the places whose owner is another user: they stay as they are.
 */
export function closeToOthers(dataDir: string): string[] {
  const isShared = Boolean((factsOf(dataDir)?.mode ?? 0) & SHARED);
  const own = openToOthers(dataDir).filter((place) => place !== dataDir);
  const places = isShared ? own : [dataDir, ...own];
  const refused = places.filter((place) => !close(place, place !== dataDir));
  return isShared ? [dataDir, ...refused] : refused;
}

function close(place: string, isDeep: boolean): boolean {
  const facts = factsOf(place);
  if (!facts || !isOpen(facts)) return true;
  try {
    chmodSync(place, facts.mode & FOR_OWNER);
    const names = isDeep && facts.isDirectory() ? readdirSync(place) : [];
    return names.map((name) => close(path.join(place, name), isDeep)).every(Boolean);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}

const factsOf = (place: string): Stats | undefined => lstatSync(place, { throwIfNoEntry: false });

/** A link has no rights of its own. */
const isOpen = (facts: Stats | undefined): boolean =>
  facts !== undefined && !facts.isSymbolicLink() && (facts.mode & FOR_OTHERS) !== 0;
