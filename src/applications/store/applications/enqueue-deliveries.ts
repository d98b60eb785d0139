import { daysBefore } from '../../../lib/days.ts';
import {
  MAX_RECEIPTS_PER_DAY,
  MAX_RECEIPTS_PER_RECIPIENT_PER_DAY,
  RECEIPT_SHARE_PER_ADDRESS,
} from '../../rules/limits.ts';
import { type Db, lockName } from '../engine/database.ts';
import { type Channel, parseFields } from '../engine/tables.ts';

const RECEIPT = 'mail-applicant' satisfies Channel;

type NewDeliveries = {
  reference: string;
  channels: readonly Channel[];
  contactEmail: string;
  /** Hash of the client address, or undefined if address limits are off. */
  addressHash: string | undefined;
  now: number;
};

/**
 * Writes an outbox row per channel in the transaction that creates the application. Skips the receipt when a daily limit is
 * reached, so that the form cannot flood a mailbox.
 */
export async function enqueueDeliveries(tx: Db, added: NewDeliveries): Promise<void> {
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

/** Whether a daily receipt limit is reached. The lock serialises concurrent submissions. */
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
  const mailbox = mailboxOf(contactEmail);
  const toMailbox = today.filter(
    ({ fields }) => mailboxOf(parseFields(fields).contactEmail) === mailbox,
  ).length;
  const ofAddress = today.filter(
    (one) => addressHash !== undefined && one.addressHash === addressHash,
  ).length;
  const left = MAX_RECEIPTS_PER_DAY - today.length;
  return toMailbox >= MAX_RECEIPTS_PER_RECIPIENT_PER_DAY || ofAddress >= left * RECEIPT_SHARE_PER_ADDRESS;
}

/** Normalises an email address, because `Anna+1@B.cn` and `anna@b.cn` are the same mailbox. */
function mailboxOf(email = ''): string {
  const [local = '', domain = ''] = email.toLowerCase().split('@');
  return `${local.split('+')[0]}@${domain}`;
}
