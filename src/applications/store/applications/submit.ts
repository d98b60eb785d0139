import { formatIsoTime } from '../../../content/time.ts';
import { daysBefore } from '../../../lib/days.ts';
import { createReadableCode } from '../../../lib/identifiers.ts';
import type { Values } from '../../rules/fields.ts';
import {
  MAX_RECEIPTS_PER_DAY,
  MAX_RECEIPTS_PER_RECIPIENT_PER_DAY,
  MIN_FILES,
  RECEIPT_SHARE_PER_ADDRESS,
} from '../../rules/limits.ts';
import { filesOf } from '../drafts/draft-files.ts';
import { lockDraft } from '../drafts/drafts.ts';
import { unfinishedOf } from '../drafts/unsent-files.ts';
import { type Db, lockName, transact } from '../engine/database.ts';
import { type Channel, fileColumns, isLost, parseFields } from '../engine/tables.ts';
import { type Quota, takeQuotas } from '../rate-counters.ts';

/** `isNew: false`: the key or the draft was submitted before, and the caller must compare the content. */
type Receipt = { reference: string; isNew: boolean };
/** `gone`: the draft was swept. `filesChanged`: the files differ from those on the applicant's page or are incomplete. */
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

/** Turns a draft into an application in one transaction, exactly once per key and per draft. */
export const createApplication = (
  db: Db,
  submission: Submission,
  makeReference = newReference,
): Promise<Submitted> =>
  transact(db, async (tx) => {
    const { draftId, submitKey, fields, now, channels = [], quotas = [], privacyNotice = null } = submission;
    const draft = await lockDraft(tx, draftId);
    const earlier = (await referenceOf(tx, submitKey)) ?? draft?.reference;
    if (earlier) return { reference: earlier, isNew: false };
    if (!draft) return { refused: 'gone' };
    if (!(await hasFiles(tx, submission))) return { refused: 'filesChanged' };
    const exceeded = await takeQuotas(tx, quotas, now, draft.createdAt);
    if (exceeded) return { refused: 'tooMany', until: exceeded.resetsAt };
    const reference = await findUnusedReference(tx, () => makeReference(now));
    const { language, addressHash } = draft;
    const row = {
      reference,
      fields: JSON.stringify(fields),
      language,
      submitKey,
      submittedAt: now,
      privacyNotice,
    };
    await tx.insertInto('applications').values(row).execute();
    await moveFiles(tx, draftId, reference);
    await enqueueDeliveries(tx, {
      reference,
      channels,
      contactEmail: fields.contactEmail,
      addressHash: quotas.length > 0 ? addressHash : undefined,
      now,
    });
    // The draft row stays for the receipt until it expires.
    const closed = { reference, fields: '{}', updatedAt: now };
    await tx.updateTable('drafts').set(closed).where('id', '=', draftId).execute();
    return { reference, isNew: true };
  });

export async function referenceOf(tx: Db, submitKey: string): Promise<string | undefined> {
  const rows = tx.selectFrom('applications').select('reference').where('submitKey', '=', submitKey);
  return (await rows.executeTakeFirst())?.reference;
}

/** Whether the draft has exactly the files of `fileIds`, and all of them are complete and stored. */
async function hasFiles(tx: Db, { draftId, fileIds }: Submission): Promise<boolean> {
  if ((await unfinishedOf(tx, draftId)).length > 0) return false;
  const files = await filesOf(tx, draftId);
  if (files.length < MIN_FILES || files.some(isLost)) return false;
  return !fileIds || (files.length === fileIds.size && files.every(({ id }) => fileIds.has(id)));
}

async function findUnusedReference(tx: Db, make: () => string): Promise<string> {
  for (let attempt = 0; attempt < MAX_REFERENCE_ATTEMPTS; attempt++) {
    const reference = make();
    const rows = tx.selectFrom('applications').select('reference').where('reference', '=', reference);
    if (!(await rows.executeTakeFirst())) return reference;
  }
  throw new Error('found no unused reference');
}

async function moveFiles(tx: Db, draftId: string, reference: string): Promise<void> {
  const drafted = tx.deleteFrom('draftFiles').where('draftId', '=', draftId).returning(fileColumns);
  const files = await drafted.execute();
  await tx
    .insertInto('applicationFiles')
    .values(files.map((file) => ({ ...file, reference })))
    .execute();
}

const RECEIPT = 'mail-applicant' satisfies Channel;

type NewDeliveries = {
  reference: string;
  channels: readonly Channel[];
  contactEmail: string;
  /** Hash of the client address, or undefined if address limits are off. */
  addressHash: string | undefined;
  now: number;
};

/** Writes an outbox row per channel. Skips the receipt beyond its daily limits, so that the form cannot flood a mailbox. */
async function enqueueDeliveries(tx: Db, added: NewDeliveries): Promise<void> {
  const { reference, channels, now } = added;
  const isOverLimit = channels.includes(RECEIPT) && (await hasReachedReceiptLimit(tx, added));
  const rows = channels
    .filter((channel) => channel !== RECEIPT || !isOverLimit)
    .map((channel) => ({
      reference,
      channel,
      state: 'waiting' as const,
      attempts: 0,
      createdAt: now,
      nextAt: now,
      lease: null,
      history: '[]',
      recipients: '{}',
      unconfirmed: 0,
    }));
  if (rows.length > 0) await tx.insertInto('deliveries').values(rows).execute();
}

/** Locks the receipts, so that concurrent submissions are counted one by one. */
async function hasReachedReceiptLimit(
  tx: Db,
  { contactEmail, addressHash, now }: NewDeliveries,
): Promise<boolean> {
  await lockName(tx, 'receipts');
  const today = await tx
    .selectFrom('applications')
    .innerJoin('deliveries', 'deliveries.reference', 'applications.reference')
    .leftJoin('drafts', 'drafts.reference', 'applications.reference')
    .select(['applications.fields', 'drafts.addressHash'])
    .where('applications.submittedAt', '>', daysBefore(now, 1))
    .where('deliveries.channel', '=', RECEIPT)
    .limit(MAX_RECEIPTS_PER_DAY)
    .execute();
  const mailbox = normaliseMailbox(contactEmail);
  const toMailbox = today.filter((one) => normaliseMailbox(parseFields(one.fields).contactEmail) === mailbox);
  const fromAddress = today.filter((one) => addressHash !== undefined && one.addressHash === addressHash);
  const left = MAX_RECEIPTS_PER_DAY - today.length;
  return (
    toMailbox.length >= MAX_RECEIPTS_PER_RECIPIENT_PER_DAY ||
    fromAddress.length >= left * RECEIPT_SHARE_PER_ADDRESS
  );
}

/** Returns `anna@b.cn` also for `Anna+1@B.cn`, which is the same mailbox. */
function normaliseMailbox(email = ''): string {
  const [local = '', domain = ''] = email.toLowerCase().split('@');
  return `${local.split('+')[0]}@${domain}`;
}

const CODE_LENGTH = 6;

/** Returns a reference number such as `A-2026-7K4MXQ`, with the year in Asia/Shanghai. */
export const newReference = (now: number): string =>
  `A-${formatIsoTime(now).slice(0, 'YYYY'.length)}-${createReadableCode(CODE_LENGTH)}`;

/** Pattern of reference numbers from all versions, and from the doctor's test application. */
const REFERENCE = /^[A-Z0-9][A-Z0-9-]{0,63}$/u;

/** Returns the reference number for use as a folder name. Throws if it is not one, for example if it is a path. */
export function assertReference(reference: string): string {
  if (!REFERENCE.test(reference)) throw new Error(`not a reference number: ${reference}`);
  return reference;
}
