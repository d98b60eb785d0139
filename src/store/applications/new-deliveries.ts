import { MAX_RECEIPTS_PER_DAY, MAX_RECEIPTS_PER_RECIPIENT_PER_DAY } from '../../form/rules/limits.ts';
import { daysBefore } from '../../lib/days.ts';
import type { Db } from '../engine/database.ts';
import { lockName } from '../engine/locks.ts';
import type { Channel } from '../engine/tables.ts';

const RECEIPT = 'mail-applicant' satisfies Channel;

type New = { reference: string; channels: readonly Channel[]; contactEmail: string; now: number };

/**
 * Writes a row for each channel, within the transaction that makes the application. There is no receipt beyond the limits of a day,
 * so that the form cannot flood a mailbox.
 */
export async function addDeliveries(tx: Db, added: New): Promise<void> {
  const { reference, channels, now } = added;
  const isFull = channels.includes(RECEIPT) && (await hasEnoughReceipts(tx, added));
  const rows = channels
    .filter((channel) => channel !== RECEIPT || !isFull)
    .map((channel) => ({
      reference,
      channel,
      state: 'waiting' as const,
      attempts: 0,
      createdAt: now,
      nextAt: now,
      lease: null,
      history: '[]',
    }));
  if (rows.length > 0) await tx.insertInto('deliveries').values(rows).execute();
}

/** Machines that send at the same time are counted one after another. */
async function hasEnoughReceipts(tx: Db, { contactEmail, now }: New): Promise<boolean> {
  await lockName(tx, 'receipts');
  const today = await tx
    .selectFrom('applications')
    .innerJoin('deliveries', 'deliveries.reference', 'applications.reference')
    .select('applications.contactEmail')
    .where('applications.submittedAt', '>', daysBefore(now, 1))
    .where('deliveries.channel', '=', RECEIPT)
    .limit(MAX_RECEIPTS_PER_DAY)
    .execute();
  const mailbox = mailboxOf(contactEmail);
  const own = today.filter((one) => mailboxOf(one.contactEmail) === mailbox);
  return today.length >= MAX_RECEIPTS_PER_DAY || own.length >= MAX_RECEIPTS_PER_RECIPIENT_PER_DAY;
}

/** `Anna+1@B.cn` and `anna@b.cn` reach the same person. */
function mailboxOf(email: string): string {
  const [local = '', domain = ''] = email.toLowerCase().split('@');
  return `${local.split('+')[0]}@${domain}`;
}
