import { daysBefore } from '../../lib/days.ts';
import type { FileStore } from '../files/file-store.ts';
import { type FieldName, textFields } from '../rules/fields.ts';
import { ORPHAN_DAYS } from '../rules/limits.ts';
import { isExpired } from './drafts/drafts.ts';
import { deleteDrafts } from './drafts/unsent-files.ts';
import { type Db, transact } from './engine/database.ts';
import { parseFields } from './engine/tables.ts';
import { deleteExpiredCounters } from './rate-counters.ts';

/** Maximum drafts per transaction, because writers wait for it and their texts are in memory. */
const MAX_DRAFTS_PER_TRANSACTION = 100;

/** Maximum consecutive failures before the file store counts as unavailable. */
const MAX_FAILURES = 3;

type Stores = { db: Db; fileStore: FileStore; tryToRemove: (storedName: string) => Promise<boolean> };

/**
 * Removes expired drafts with their files, expired sessions and counters, and orphaned files of interrupted uploads or crashes.
 * Never removes applications. Returns counts (`orphans`: files without a row, `abandoned`: unsent drafts by last field, `expired`:
 * unfinished uploads) and the `failure` that left files for a later sweep.
 */
export async function sweep({ db, fileStore, tryToRemove }: Stores, now: number) {
  const { drafts, files, uploads: expired, abandoned } = await removeExpiredDrafts(db, now);
  const sessions = await removeExpired(db, now);
  let orphans = 0;
  let failure: string | undefined;
  try {
    const remove = createRemover(tryToRemove);
    for (const name of files) await remove(name);
    for await (const name of findOrphans(db, fileStore, daysBefore(now, ORPHAN_DAYS))) {
      await remove(name);
      orphans += 1;
    }
  } catch (error) {
    // Continues, because the removed rows must still be counted and erased.
    failure = (error as Error).message;
  }
  return { drafts, files: files.length, sessions, orphans, abandoned, expired, failure };
}

/**
 * Returns a function that removes a file. After several consecutive failures it throws, and a later sweep removes the remaining
 * files.
 */
function createRemover(tryToRemove: Stores['tryToRemove']) {
  let failures = 0;
  return async (name: string): Promise<void> => {
    failures = (await tryToRemove(name)) ? 0 : failures + 1;
    if (failures >= MAX_FAILURES)
      throw new Error('files cannot be removed: the rest is left for the next sweep');
  };
}

async function removeExpiredDrafts(db: Db, now: number) {
  const all = { drafts: 0, files: [] as string[], uploads: 0, abandoned: {} as LastFieldCounts };
  for (;;) {
    const some = await removeSomeDrafts(db, now);
    all.drafts += some.drafts;
    all.files.push(...some.files);
    all.uploads += some.uploads;
    for (const [name, count] of Object.entries(some.abandoned) as [keyof LastFieldCounts, number][]) {
      all.abandoned[name] = (all.abandoned[name] ?? 0) + count;
    }
    if (some.drafts < MAX_DRAFTS_PER_TRANSACTION) return all;
  }
}

/** Removes some expired drafts. Skips drafts locked by a request. */
const removeSomeDrafts = (db: Db, now: number) =>
  transact(db, async (tx) => {
    const old = await tx
      .selectFrom('drafts')
      .select('id')
      .where(isExpired(now))
      .limit(MAX_DRAFTS_PER_TRANSACTION)
      .forUpdate()
      .skipLocked()
      .execute();
    if (old.length === 0) return { drafts: 0, files: [], uploads: 0, abandoned: {} };
    const ids = old.map(({ id }) => id);
    const abandoned = await countLastFilledFields(tx, ids);
    return { ...(await deleteDrafts(tx, old)), abandoned };
  });

/** Removes expired counters, announcements and sessions. Returns the number of sessions. */
const removeExpired = (db: Db, now: number): Promise<number> =>
  transact(db, async (tx) => {
    await deleteExpiredCounters(tx, now);
    await tx.deleteFrom('announcements').where('expiresAt', '<=', now).execute();
    const { numDeletedRows } = await tx
      .deleteFrom('sessions')
      .where('expiresAt', '<=', now)
      .executeTakeFirst();
    return Number(numDeletedRows);
  });

/** Lists files before reading the tables, so that a file whose row is added in between does not count as an orphan. */
async function* findOrphans(db: Db, fileStore: FileStore, before: number): AsyncGenerator<string> {
  for await (const names of fileStore.listUnchangedSince(before)) {
    if (names.length === 0) continue;
    const knownIn = (table: 'draftFiles' | 'applicationFiles' | 'uploadChunks') =>
      db.selectFrom(table).select('storedName').where('storedName', 'in', names);
    // Checks chunks first, because they may become a draft file in between.
    const rows = await knownIn('uploadChunks')
      .union(knownIn('draftFiles'))
      .union(knownIn('applicationFiles'))
      .execute();
    const known = new Set(rows.map(({ storedName }) => storedName));
    yield* names.filter((name) => !known.has(name));
  }
}

/** Number of drafts by the last filled field in form order. `none` means that no field was filled. */
type LastFieldCounts = Partial<Record<FieldName | 'none', number>>;

async function countLastFilledFields(tx: Db, draftIds: readonly string[]): Promise<LastFieldCounts> {
  const rows = await tx
    .selectFrom('drafts')
    .select(({ selectFrom, exists }) => [
      'fields',
      'captchaSolvedAt',
      exists(selectFrom('draftFiles').whereRef('draftFiles.draftId', '=', 'drafts.id').select('id')).as(
        'hasFile',
      ),
    ])
    .where('drafts.id', 'in', draftIds)
    .where('reference', 'is', null)
    .execute();
  const last: LastFieldCounts = {};
  for (const { fields, captchaSolvedAt, hasFile } of rows) {
    const texts = parseFields(fields);
    const filled = textFields.findLast((field) => texts[field]?.trim()) ?? 'none';
    const name = hasFile ? 'declareFile' : captchaSolvedAt === null ? filled : 'captcha';
    last[name] = (last[name] ?? 0) + 1;
  }
  return last;
}
