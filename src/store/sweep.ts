import { DRAFT_DAYS, ORPHAN_DAYS } from '../application/limits.ts';
import { type LastFilled, lastFilled } from './abandoned.ts';
import type { Db } from './database.ts';
import { daysBefore } from './days.ts';
import { deleteDrafts } from './drafts.ts';
import { transact } from './engine/transaction.ts';
import { forgetPast } from './rate-counters.ts';
import type { Uploads } from './uploads.ts';

/** Drafts that one transaction removes: visitors wait no longer for it, however many there are. */
const DRAFTS_AT_ONCE = 500;

type Rooms = { db: Db; uploads: Uploads; removeBytes: (storedName: string) => Promise<void> };

/**
 * Removes what nobody will come back for: drafts untouched for `DRAFT_DAYS`, with their files; expired sessions and limits; files
 * that a cut upload or a crash left behind. `now` in milliseconds since 1970. Applications and their files stay. Tells how many of
 * each were removed; `orphans` are files that no draft and no application knows, `abandoned` the drafts that had not been sent.
 */
export async function sweep({ db, uploads, removeBytes }: Rooms, now: number) {
  const { drafts, files, abandoned } = await removeOldDrafts(db, daysBefore(now, DRAFT_DAYS));
  const sessions = await removeExpired(db, now);
  const orphans = await findOrphans(db, uploads, daysBefore(now, ORPHAN_DAYS));
  // A file of a swept draft may already count as an orphan.
  const others = orphans.filter((name) => !files.includes(name));
  for (const name of [...files, ...others]) await removeBytes(name);
  return { drafts, files: files.length, sessions, orphans: others.length, abandoned };
}

async function removeOldDrafts(db: Db, before: number) {
  const all = { drafts: 0, files: [] as string[], abandoned: {} as LastFilled };
  for (;;) {
    const some = await removeSomeDrafts(db, before);
    all.drafts += some.drafts;
    all.files.push(...some.files);
    for (const [name, count] of Object.entries(some.abandoned) as [keyof LastFilled, number][]) {
      all.abandoned[name] = (all.abandoned[name] ?? 0) + count;
    }
    if (some.drafts < DRAFTS_AT_ONCE) return all;
  }
}

/** A draft that its visitor is at is locked, and not old any more. */
const removeSomeDrafts = (db: Db, before: number) =>
  transact(db, async (tx) => {
    const old = await tx
      .selectFrom('drafts')
      .select('id')
      .where('updatedAt', '<', before)
      .limit(DRAFTS_AT_ONCE)
      .forUpdate()
      .skipLocked()
      .execute();
    if (old.length === 0) return { drafts: 0, files: [], abandoned: {} };
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

/** The folder is read before the tables: a file that gets its row in between is known. */
async function findOrphans(db: Db, uploads: Uploads, before: number): Promise<string[]> {
  const names = await uploads.untouchedSince(before);
  const rows = await db
    .selectFrom('draftFiles')
    .select('storedName')
    .union(db.selectFrom('applicationFiles').select('storedName'))
    .execute();
  const known = new Set(rows.map(({ storedName }) => storedName));
  return names.filter((name) => !known.has(name));
}
