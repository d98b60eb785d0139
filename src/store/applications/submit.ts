import { textFields, type Values } from '../../form/rules/fields.ts';
import { MIN_FILES } from '../../form/rules/limits.ts';
import { daysAfter, daysBefore } from '../../lib/days.ts';
import { unfinishedOf } from '../drafts/unfinished-uploads.ts';
import type { Db } from '../engine/database.ts';
import { lockName } from '../engine/locks.ts';
import { type Channel, fileColumns } from '../engine/tables.ts';
import { transact } from '../engine/transaction.ts';
import { addDeliveries } from './new-deliveries.ts';
import { newReference } from './reference.ts';

export type Receipt = { reference: string; isNew: boolean };
/**
 * Why there is no application: the draft was swept; or its files are not those that the visitor sees: one was added or removed in
 * another window, found infected, or is incomplete.
 */
export type SubmitRefusal = 'gone' | 'filesChanged';
/** `until`: when the draft's address may send again, in milliseconds since 1970. */
export type Submitted = Receipt | { refused: SubmitRefusal } | { refused: 'tooMany'; until: number };

const MAX_ATTEMPTS = 20;

/** What else is known of a submission. */
export type SubmitOptions = {
  /** How many applications an address may send in a day; unlimited where it is missing. */
  mostPerDay?: number;
  /** Where the application goes. */
  channels?: readonly Channel[];
  /** The version of the privacy notice that the visitor was shown. */
  privacyNotice?: string;
  /** Ids of the files that the visitor means to send; unchecked if missing. */
  fileIds?: ReadonlySet<string>;
};

type Submission = SubmitOptions & { draftId: string; submitKey: string; fields: Values; now: number };

/**
 * Makes a draft an application, whole or not at all, in one transaction. A key, and a draft, gives one application: for a repeat of
 * either, `isNew` is false, and the caller compares the content. The draft is locked meanwhile, keys and receipt numbers are unique in
 * their table, and what meets one that another machine has just used begins again. Those of one address wait for each other when they
 * are counted.
 */
export const submit = (db: Db, submission: Submission, makeReference = newReference): Promise<Submitted> =>
  transact(db, async (tx) => {
    const { draftId, submitKey, fields, now, channels = [], privacyNotice = null } = submission;
    const draft = await lockedDraft(tx, draftId);
    const earlier = (await referenceOf(tx, submitKey)) ?? draft?.reference;
    if (earlier) return { reference: earlier, isNew: false };
    if (!draft) return { refused: 'gone' };
    if (!(await hasFiles(tx, submission))) return { refused: 'filesChanged' };
    const until = await fullUntil(tx, submission, draft.addressHash);
    if (until !== undefined) return { refused: 'tooMany', until };
    const reference = await unusedReference(tx, () => makeReference(now));
    const texts = Object.fromEntries(textFields.map((name) => [name, fields[name]])) as Values;
    await tx
      .insertInto('applications')
      .values({ ...texts, reference, language: draft.language, submitKey, submittedAt: now, privacyNotice })
      .execute();
    await moveFiles(tx, draftId, reference);
    await addDeliveries(tx, { reference, channels, contactEmail: texts.contactEmail, now });
    await closeDraft(tx, submission, reference);
    return { reference, isNew: true };
  });

const lockedDraft = (tx: Db, id: string) =>
  tx.selectFrom('drafts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** The receipt number that a submit key has been given. */
export async function referenceOf(tx: Db, submitKey: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('applications')
    .select('reference')
    .where('submitKey', '=', submitKey)
    .executeTakeFirst();
  return row?.reference;
}

/** Whether the draft has the files that the visitor means to send, all of them whole. */
async function hasFiles(tx: Db, { draftId, fileIds }: Submission): Promise<boolean> {
  const removed = await tx.selectFrom('removedFiles').select('id').where('draftId', '=', draftId).execute();
  if (removed.length > 0 || (await unfinishedOf(tx, draftId)).length > 0) return false;
  const files = await tx.selectFrom('draftFiles').select('id').where('draftId', '=', draftId).execute();
  if (files.length < MIN_FILES) return false;
  return !fileIds || (files.length === fileIds.size && files.every(({ id }) => fileIds.has(id)));
}

/** When the first of the applications that fill an address's day is a day old; undefined where there is room. */
async function fullUntil(
  tx: Db,
  { now, mostPerDay }: Submission,
  addressHash: string,
): Promise<number | undefined> {
  if (mostPerDay === undefined) return undefined;
  await lockName(tx, `applications of ${addressHash}`);
  const row = await tx
    .selectFrom('drafts as sent')
    .innerJoin('applications', 'applications.reference', 'sent.reference')
    .select('applications.submittedAt')
    .where('sent.addressHash', '=', addressHash)
    .where('applications.submittedAt', '>', daysBefore(now, 1))
    .orderBy('applications.submittedAt', 'desc')
    .offset(mostPerDay - 1)
    .limit(1)
    .executeTakeFirst();
  return row && daysAfter(row.submittedAt, 1);
}

async function unusedReference(tx: Db, make: () => string): Promise<string> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const reference = make();
    const taken = await tx
      .selectFrom('applications')
      .select('reference')
      .where('reference', '=', reference)
      .executeTakeFirst();
    if (!taken) return reference;
  }
  throw new Error('no unused reference was found');
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

/** The application holds the texts now; the draft itself stays a while for its receipt. */
async function closeDraft(tx: Db, { draftId, now }: Submission, reference: string): Promise<void> {
  await tx.deleteFrom('draftFields').where('draftId', '=', draftId).execute();
  await tx.updateTable('drafts').set({ reference, updatedAt: now }).where('id', '=', draftId).execute();
}
