import type { FileStore } from '../files/file-store.ts';
import { ORPHAN_DAYS } from '../form/rules/limits.ts';
import { daysBefore } from '../lib/days.ts';
import { deleteDrafts, isExpired } from './drafts/drafts.ts';
import { type LastFilled, lastFilled } from './drafts/last-filled.ts';
import type { Db } from './engine/database.ts';
import { transact } from './engine/transaction.ts';
import { forgetPast } from './rate-counters.ts';

/** Drafts that one transaction removes: visitors wait no longer for it, however many there are. */
const DRAFTS_AT_ONCE = 500;

/** Files on end that cannot be removed: the store is away, and each of the others would wait for it too. */
const MAX_FAILURES = 3;

type Rooms = { db: Db; uploads: FileStore; tryToRemove: (storedName: string) => Promise<boolean> };

/**
 * Removes what nobody will come back for: expired drafts with their files; expired sessions and limits; files
 * that a cut upload or a crash left behind. `now` in milliseconds since 1970. Applications and their files stay. Tells how many of
 * each were removed; `orphans` are files that no draft and no application knows, `abandoned` the drafts that had not been sent, `expired` files that had come in part only.
 */
export async function sweep({ db, uploads, tryToRemove }: Rooms, now: number) {
  const { drafts, files, uploads: expired, abandoned } = await removeExpiredDrafts(db, now);
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
  return { drafts, files: files.length, sessions, orphans, abandoned, expired };
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

async function removeExpiredDrafts(db: Db, now: number) {
  const all = { drafts: 0, files: [] as string[], uploads: 0, abandoned: {} as LastFilled };
  for (;;) {
    const some = await removeSomeDrafts(db, now);
    all.drafts += some.drafts;
    all.files.push(...some.files);
    all.uploads += some.uploads;
    for (const [name, count] of Object.entries(some.abandoned) as [keyof LastFilled, number][]) {
      all.abandoned[name] = (all.abandoned[name] ?? 0) + count;
    }
    if (some.drafts < DRAFTS_AT_ONCE) return all;
  }
}

/** Skips drafts that a request holds. */
const removeSomeDrafts = (db: Db, now: number) =>
  transact(db, async (tx) => {
    const old = await tx
      .selectFrom('drafts')
      .select('id')
      .where(isExpired(now))
      .limit(DRAFTS_AT_ONCE)
      .forUpdate()
      .skipLocked()
      .execute();
    if (old.length === 0) return { drafts: 0, files: [], uploads: 0, abandoned: {} };
    const ids = old.map(({ id }) => id);
    const abandoned = await lastFilled(tx, ids);
    return { ...(await deleteDrafts(tx, old)), abandoned };
  });

/** Sessions and limits; gives the number of sessions. */
const removeExpired = (db: Db, now: number): Promise<number> =>
  transact(db, async (tx) => {
    await forgetPast(tx, now);
    const { numDeletedRows } = await tx
      .deleteFrom('sessions')
      .where('expiresAt', '<=', now)
      .executeTakeFirst();
    return Number(numDeletedRows);
  });

/** Files are listed before the tables are read: one that gets its row in between is known. */
async function* findOrphans(db: Db, uploads: FileStore, before: number): AsyncGenerator<string> {
  for await (const names of uploads.unchangedSince(before)) {
    if (names.length === 0) continue;
    const knownIn = (table: 'draftFiles' | 'applicationFiles' | 'uploadPieces') =>
      db.selectFrom(table).select('storedName').where('storedName', 'in', names);
    // Pieces first: they may become a file of a draft in between.
    const rows = await knownIn('uploadPieces')
      .union(knownIn('draftFiles'))
      .union(knownIn('applicationFiles'))
      .execute();
    const known = new Set(rows.map(({ storedName }) => storedName));
    yield* names.filter((name) => !known.has(name));
  }
}
