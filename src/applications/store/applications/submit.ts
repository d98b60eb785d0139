import { parseDay, yearOf } from '../../../content/time.ts';
import { createReadableCode } from '../../../lib/identifiers.ts';
import type { Values } from '../../rules/fields.ts';
import { MIN_FILES } from '../../rules/limits.ts';
import { filesOf } from '../drafts/draft-files.ts';
import { unfinishedOf } from '../drafts/unsent-files.ts';
import { type Db, transact } from '../engine/database.ts';
import { type Channel, fileColumns, isLost } from '../engine/tables.ts';
import { type Quota, takeQuotas } from '../rate-counters.ts';
import { enqueueDeliveries } from './enqueue-deliveries.ts';

type Receipt = { reference: string; isNew: boolean };
/**
 * Reason for a refused submission. `gone`: the draft was swept. `filesChanged`: the files differ from the applicant's page, because
 * a file was added or removed in another tab, is infected or is incomplete.
 */
type SubmitRefusal = 'gone' | 'filesChanged';
/** `until` is the time when the client may submit again. */
export type Submitted = Receipt | { refused: SubmitRefusal } | { refused: 'tooMany'; until: number };

const MAX_REFERENCE_ATTEMPTS = 20;

export type SubmitOptions = {
  quotas?: readonly Quota[];
  channels?: readonly Channel[];
  /** Version of the privacy notice shown to the applicant. */
  privacyNotice?: string;
  /** Ids of the files on the applicant's page. If undefined, they are not checked. */
  fileIds?: ReadonlySet<string>;
  now?: number;
};

type Submission = SubmitOptions & { draftId: string; submitKey: string; fields: Values; now: number };

/**
 * Turns a draft into an application in one transaction, exactly once per key and per draft. For a repeat it returns `isNew: false`,
 * and the caller must compare the content. Locks the draft row. Keys and references are unique, and a violation retries the
 * transaction.
 */
export const submit = (db: Db, submission: Submission, makeReference = newReference): Promise<Submitted> =>
  transact(db, async (tx) => {
    const { draftId, submitKey, fields, now, channels = [], quotas = [], privacyNotice = null } = submission;
    const draft = await lockedDraft(tx, draftId);
    const earlier = (await referenceOf(tx, submitKey)) ?? draft?.reference;
    if (earlier) return { reference: earlier, isNew: false };
    if (!draft) return { refused: 'gone' };
    if (!(await hasFiles(tx, submission))) return { refused: 'filesChanged' };
    const exceeded = await takeQuotas(tx, quotas, now, draft.createdAt);
    if (exceeded) return { refused: 'tooMany', until: exceeded.resetsAt };
    const reference = await unusedReference(tx, () => makeReference(now));
    await tx
      .insertInto('applications')
      .values({
        reference,
        fields: JSON.stringify(fields),
        language: draft.language,
        submitKey,
        submittedAt: now,
        privacyNotice,
      })
      .execute();
    await moveFiles(tx, draftId, reference);
    const { contactEmail } = fields;
    const addressHash = quotas.length > 0 ? draft.addressHash : undefined;
    await enqueueDeliveries(tx, { reference, channels, contactEmail, addressHash, now });
    await closeDraft(tx, submission, reference);
    return { reference, isNew: true };
  });

const lockedDraft = (tx: Db, id: string) =>
  tx.selectFrom('drafts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export async function referenceOf(tx: Db, submitKey: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('applications')
    .select('reference')
    .where('submitKey', '=', submitKey)
    .executeTakeFirst();
  return row?.reference;
}

/** Whether the draft has exactly the files of `fileIds`, and all of them are complete and stored. */
async function hasFiles(tx: Db, { draftId, fileIds }: Submission): Promise<boolean> {
  if ((await unfinishedOf(tx, draftId)).length > 0) return false;
  const files = await filesOf(tx, draftId);
  if (files.length < MIN_FILES || files.some(isLost)) return false;
  return !fileIds || (files.length === fileIds.size && files.every(({ id }) => fileIds.has(id)));
}

async function unusedReference(tx: Db, make: () => string): Promise<string> {
  for (let attempt = 0; attempt < MAX_REFERENCE_ATTEMPTS; attempt++) {
    const reference = make();
    const taken = await tx
      .selectFrom('applications')
      .select('reference')
      .where('reference', '=', reference)
      .executeTakeFirst();
    if (!taken) return reference;
  }
  throw new Error('found no unused reference');
}

async function moveFiles(tx: Db, draftId: string, reference: string): Promise<void> {
  const files = await tx
    .deleteFrom('draftFiles')
    .where('draftId', '=', draftId)
    .returning(fileColumns)
    .execute();
  await tx
    .insertInto('applicationFiles')
    .values(files.map((file) => ({ ...file, reference })))
    .execute();
}

/** Deletes the texts from the draft, because the application has them. The draft row stays for the receipt until it expires. */
async function closeDraft(tx: Db, { draftId, now }: Submission, reference: string): Promise<void> {
  await tx
    .updateTable('drafts')
    .set({ reference, fields: '{}', updatedAt: now })
    .where('id', '=', draftId)
    .execute();
}

const LENGTH = 6;

/** Creates a reference number such as `A-2026-7K4MXQ` from the year in Asia/Shanghai and six random characters. */
export function newReference(now: number): string {
  const day = parseDay(now);
  if (day === undefined) throw new RangeError(`invalid timestamp: ${now}`);
  return `A-${yearOf(day)}-${createReadableCode(LENGTH)}`;
}

/** Reference numbers of all versions, and of the doctor's test application. */
const REFERENCE = /^[A-Z0-9][A-Z0-9-]{0,63}$/u;

/** Returns the reference number unchanged, for use as a folder name. Throws if it is not one, for example if it is a path. */
export function assertReference(reference: string): string {
  if (!REFERENCE.test(reference)) throw new Error(`not a reference number: ${reference}`);
  return reference;
}

/** Normalises a typed reference number. */
export const readReference = (text: string): string => text.trim().toUpperCase();
