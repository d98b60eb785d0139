import { daysBefore } from '../../lib/days.ts';
import type { FileStore } from '../files/file-store.ts';
import { type FieldName, textFields } from '../rules/fields.ts';
import { ORPHAN_DAYS } from '../rules/limits.ts';
import { isExpired } from './drafts/drafts.ts';
import { deleteDrafts } from './drafts/unsent-files.ts';
import { type Db, transact } from './engine/database.ts';
import { parseFields } from './engine/tables.ts';
import { deleteExpiredCounters } from './rate-counters.ts';

/** Maximum drafts that are deleted in one transaction, for which writers wait. */
const MAX_DELETED_DRAFTS = 100;

/** Maximum consecutive failures before the file store counts as unavailable. */
const MAX_FAILURES = 3;

type Stores = { db: Db; fileStore: FileStore; tryToRemove: (storedName: string) => Promise<boolean> };

/**
 * Removes what has expired, but never applications. Returns counts (`orphans`: files without a row, `abandoned`: unsent drafts by
 * last field, `expired`: unfinished uploads) and the `failure` that left files for a later sweep.
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
    // Continues: the removed rows must still be counted and erased.
    failure = (error as Error).message;
  }
  return { drafts, files: files.length, sessions, orphans, abandoned, expired, failure };
}

/** Returns a function that removes a file, and throws after several consecutive failures. */
function createRemover(tryToRemove: Stores['tryToRemove']) {
  let failures = 0;
  return async (name: string): Promise<void> => {
    failures = (await tryToRemove(name)) ? 0 : failures + 1;
    if (failures >= MAX_FAILURES)
      throw new Error('files cannot be removed: the rest is left for the next sweep');
  };
}

async function removeExpiredDrafts(db: Db, now: number) {
  const all = {
    drafts: 0,
    files: [] as string[],
    uploads: 0,
    abandoned: {} as Partial<Record<LastField, number>>,
  };
  for (;;) {
    const some = await removeSomeDrafts(db, now);
    all.drafts += some.drafts;
    all.files.push(...some.files);
    all.uploads += some.uploads;
    for (const name of some.abandoned) all.abandoned[name] = (all.abandoned[name] ?? 0) + 1;
    if (some.drafts < MAX_DELETED_DRAFTS) return all;
  }
}

const removeSomeDrafts = (db: Db, now: number) =>
  transact(db, async (tx) => {
    const old = await tx
      .selectFrom('drafts')
      .select('id')
      .where(isExpired(now))
      .limit(MAX_DELETED_DRAFTS)
      .forUpdate()
      .skipLocked()
      .execute();
    const ids = old.map(({ id }) => id);
    const abandoned = ids.length === 0 ? [] : await findLastFilledFields(tx, ids);
    return { ...(await deleteDrafts(tx, old)), abandoned };
  });

const removeExpired = (db: Db, now: number): Promise<number> =>
  transact(db, async (tx) => {
    await deleteExpiredCounters(tx, now);
    await tx.deleteFrom('announcements').where('expiresAt', '<=', now).execute();
    const expired = tx.deleteFrom('sessions').where('expiresAt', '<=', now);
    return Number((await expired.executeTakeFirst()).numDeletedRows);
  });

/** Lists files before reading the tables, so that a file whose row is added in between does not count as an orphan. */
async function* findOrphans(db: Db, fileStore: FileStore, before: number): AsyncGenerator<string> {
  for await (const names of fileStore.listUnchangedSince(before)) {
    if (names.length === 0) continue;
    const findIn = (table: 'draftFiles' | 'applicationFiles' | 'uploadChunks') =>
      db.selectFrom(table).select('storedName').where('storedName', 'in', names);
    // Checks chunks first, which may become a draft file in between.
    const rows = findIn('uploadChunks').union(findIn('draftFiles')).union(findIn('applicationFiles'));
    const found = new Set((await rows.execute()).map(({ storedName }) => storedName));
    yield* names.filter((name) => !found.has(name));
  }
}

type LastField = FieldName | 'none';

async function findLastFilledFields(tx: Db, draftIds: readonly string[]): Promise<LastField[]> {
  const rows = await tx
    .selectFrom('drafts')
    .select(({ selectFrom, exists }) => [
      'fields',
      'captchaSolvedAt',
      exists(selectFrom('draftFiles').whereRef('draftId', '=', 'drafts.id').select('id')).as('hasFile'),
    ])
    .where('drafts.id', 'in', draftIds)
    .where('reference', 'is', null)
    .execute();
  return rows.map(({ fields, captchaSolvedAt, hasFile }) => {
    if (hasFile) return 'declareFile';
    if (captchaSolvedAt !== null) return 'captcha';
    const values = parseFields(fields);
    return textFields.findLast((field) => values[field]?.trim()) ?? 'none';
  });
}

/** Number of latest drafts whose client addresses are compared, and the minimum for a statement. */
const SAMPLE_SIZE = 100;
const MIN_SAMPLE_SIZE = 50;

/** Settings to check if most drafts come from one client address. */
export const SHARED_ADDRESS_HINT =
  'limits by address count them as one visitor; check TRUST_PROXY and set_real_ip_from (OPERATING.md, 1)';

/** Counts the latest drafts and those from one client address, if these are the majority. */
export async function findSharedAddress(db: Db): Promise<{ drafts: number; fromOne: number } | undefined> {
  const latest = db
    .selectFrom('drafts')
    .select('addressHash')
    .orderBy('createdAt', 'desc')
    .limit(SAMPLE_SIZE);
  const rows = await db
    .selectFrom(latest.as('latest'))
    .select((eb) => eb.fn.countAll().as('count'))
    .groupBy('addressHash')
    .execute();
  const counts = rows.map(({ count }) => Number(count));
  const drafts = counts.reduce((sum, count) => sum + count, 0);
  const fromOne = Math.max(0, ...counts);
  return drafts >= MIN_SAMPLE_SIZE && fromOne > drafts / 2 ? { drafts, fromOne } : undefined;
}
