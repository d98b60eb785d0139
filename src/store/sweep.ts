import { DRAFT_DAYS, ORPHAN_DAYS } from '../application/limits.ts';
import { lastFilled } from './abandoned.ts';
import type { Db } from './database.ts';
import { daysBefore } from './days.ts';
import { deleteDrafts } from './drafts.ts';
import type { Uploads } from './uploads.ts';

type Rooms = { db: Db; uploads: Uploads; tryToRemove: (storedName: string) => Promise<boolean> };

/** Files on end that cannot be removed: the store is away, and each of the others would wait for it too. */
const MAX_FAILURES = 3;

/**
 * Removes what nobody will come back for: drafts untouched for `DRAFT_DAYS`, with their files; expired sessions and limits; files
 * that a cut upload or a crash left behind. `now` in milliseconds since 1970. Applications and their files stay. Tells how many of
 * each were removed; `orphans` are files that no draft and no application knows, `abandoned` the drafts that had not been sent.
 */
export async function sweep({ db, uploads, tryToRemove }: Rooms, now: number) {
  const { drafts, files, abandoned } = await removeOldDrafts(db, daysBefore(now, DRAFT_DAYS));
  const sessions = await removeExpired(db, now);
  const remove = removerOf(tryToRemove);
  for (const name of files) await remove(name);
  let orphans = 0;
  for await (const name of findOrphans(db, uploads, daysBefore(now, ORPHAN_DAYS))) {
    // A file of a swept draft may already count as an orphan.
    if (files.includes(name)) continue;
    await remove(name);
    orphans += 1;
  }
  return { drafts, files: files.length, sessions, orphans, abandoned };
}

/** Removes a file if it can; rejects where one after the other cannot be: a later sweep finds what is left. */
function removerOf(tryToRemove: Rooms['tryToRemove']) {
  let failures = 0;
  return async (name: string): Promise<void> => {
    failures = (await tryToRemove(name)) ? 0 : failures + 1;
    if (failures >= MAX_FAILURES)
      throw new Error('files cannot be removed: the rest is left for the next sweep');
  };
}

const removeOldDrafts = (db: Db, before: number) =>
  db.transaction().execute(async (tx) => {
    const abandoned = await lastFilled(tx, before);
    const old = tx.selectFrom('drafts').select('id').where('updatedAt', '<', before);
    return { ...(await deleteDrafts(tx, old)), abandoned };
  });

/** Sessions and limits; gives the number of sessions. */
const removeExpired = (db: Db, now: number): Promise<number> =>
  db.transaction().execute(async (tx) => {
    await tx.deleteFrom('limits').where('resetsAt', '<=', now).execute();
    const { numDeletedRows } = await tx
      .deleteFrom('sessions')
      .where('expiresAt', '<=', now)
      .executeTakeFirst();
    return Number(numDeletedRows);
  });

/** Files are listed before the tables are read: one that gets its row in between is known. */
async function* findOrphans(db: Db, uploads: Uploads, before: number): AsyncGenerator<string> {
  for await (const names of uploads.untouchedSince(before)) {
    if (names.length === 0) continue;
    const knownIn = (table: 'draftFiles' | 'applicationFiles') =>
      db.selectFrom(table).select('storedName').where('storedName', 'in', names);
    const rows = await knownIn('draftFiles').union(knownIn('applicationFiles')).execute();
    const known = new Set(rows.map(({ storedName }) => storedName));
    yield* names.filter((name) => !known.has(name));
  }
}
