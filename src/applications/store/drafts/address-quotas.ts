import { sql } from 'kysely';
import { KILOBYTE } from '../../rules/limits.ts';
import type { Db } from '../engine/database.ts';
import type { DraftRow } from '../engine/tables.ts';
import { type Quota, takeQuota } from '../rate-counters.ts';
import { deleteDrafts, removeFilesOf } from './unsent-files.ts';

/** Maximum number of drafts whose files are removed for one new file, because writers wait for it. */
const MAX_DRAFTS_PER_FILE = 500;

/** An unsent draft of a client address. `bytes` is the size of its files and unfinished uploads. */
type HeldDraft = Pick<DraftRow, 'id' | 'session' | 'captchaSolvedAt'> & { bytes: number };

/**
 * Counts a new draft. Beyond the quota of its client address, removes the oldest draft of that address without a solved captcha,
 * first one without files, so that one visitor behind a shared address does not block the others. Returns stored names, which the
 * caller must remove, or undefined if the new draft is refused.
 */
export async function countDraft(
  tx: Db,
  draft: DraftRow,
  quotas: readonly Quota[],
  now: number,
): Promise<string[] | undefined> {
  const exceeded = await takeQuota(tx, quotas, 1, now);
  if (!exceeded) return [];
  if (exceeded.isOfNetwork) return undefined;
  const held = await heldDrafts(tx, draft);
  if (held.length <= exceeded.max) return [];
  const withoutFilesFirst = held.toSorted((one, other) => Number(one.bytes > 0) - Number(other.bytes > 0));
  const [oldest] = (await lockOldest(tx, withoutFilesFirst, 1, ({ id }) => (id === draft.id ? 0 : 1))) ?? [];
  if (!oldest) return undefined;
  const { files } = await deleteDrafts(tx, [oldest]);
  await deleteUnusedSession(tx, oldest.session);
  return files;
}

/**
 * Counts the bytes of a new file like `countDraft`. Beyond the quota, removes the files of the oldest drafts of the client address.
 */
export async function countBytes(
  tx: Db,
  { draftId, bytes }: { draftId: string; bytes: number },
  quotas: readonly Quota[],
  now: number,
): Promise<string[] | undefined> {
  const exceeded = await takeQuota(tx, quotas, Math.ceil(bytes / KILOBYTE), now);
  if (!exceeded) return [];
  if (exceeded.isOfNetwork) return undefined;
  const draft = await tx
    .selectFrom('drafts')
    .select('addressHash')
    .where('id', '=', draftId)
    .executeTakeFirstOrThrow();
  const held = await heldDrafts(tx, draft);
  const total = held.reduce((sum, one) => sum + one.bytes, bytes);
  const excess = Math.min(bytes, total - exceeded.max * KILOBYTE);
  if (excess <= 0) return [];
  const oldest = await lockOldest(tx, held, excess, (one) => (one.id === draftId ? 0 : one.bytes));
  return oldest && (await removeFilesOf(tx, ...oldest.map(({ id }) => id))).storedNames;
}

const bytesOf = sql<number>`cast(
  (select coalesce(sum(bytes), 0) from draft_files where draft_id = drafts.id) +
  (select coalesce(sum(bytes), 0) from resumable_uploads where draft_id = drafts.id and file_id is null)
as bigint)`;

/** Returns the unsent drafts of a client address, oldest first. */
const heldDrafts = (tx: Db, { addressHash }: Pick<DraftRow, 'addressHash'>): Promise<HeldDraft[]> =>
  tx
    .selectFrom('drafts')
    .select(['id', 'session', 'captchaSolvedAt', bytesOf.as('bytes')])
    .where('addressHash', '=', addressHash)
    .where('reference', 'is', null)
    .orderBy('createdAt')
    .execute();

/**
 * Locks enough of the oldest drafts without a solved captcha to compensate for the excess. Returns undefined if there are too few.
 * Does not wait for drafts that are locked, because their requests may wait for the counter that this transaction has locked.
 */
async function lockOldest(
  tx: Db,
  held: readonly HeldDraft[],
  excess: number,
  sizeOf: (draft: HeldDraft) => number,
): Promise<HeldDraft[] | undefined> {
  const chosen: HeldDraft[] = [];
  let left = excess;
  for (const draft of held) {
    if (left <= 0 || chosen.length === MAX_DRAFTS_PER_FILE) break;
    const size = draft.captchaSolvedAt === null ? sizeOf(draft) : 0;
    if (size > 0) chosen.push(draft);
    left -= size;
  }
  if (left > 0 && chosen.length < MAX_DRAFTS_PER_FILE) return undefined;
  const ids = chosen.map(({ id }) => id);
  const lock = tx.selectFrom('drafts').select('id').where('id', 'in', ids).forUpdate().skipLocked();
  return (await lock.execute()).length === ids.length ? chosen : undefined;
}

async function deleteUnusedSession(tx: Db, session: string | null): Promise<void> {
  await tx
    .deleteFrom('sessions')
    .where('id', '=', session)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('drafts').select('id').whereRef('drafts.session', '=', 'sessions.id'))),
    )
    .execute();
}
