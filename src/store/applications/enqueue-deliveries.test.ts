import { describe, expect, it } from 'vitest';
import { MAX_RECEIPTS_PER_DAY, MAX_RECEIPTS_PER_RECIPIENT_PER_DAY } from '../../form/rules/limits.ts';
import { DAY_MS } from '../../lib/days.ts';
import type { Db } from '../engine/database.ts';
import { transact } from '../engine/transaction.ts';
import type { Store } from '../index.ts';
import {
  locationIn,
  NOW,
  readyDraft,
  temporaryFolder,
  testDatabase,
  testStore,
  values,
} from '../testing/index.ts';
import { enqueueDeliveries } from './enqueue-deliveries.ts';

const channels = ['mail-group', 'mail-applicant'] as const;

/** Submits an application and returns whether a receipt is mailed. */
async function isMailed(store: Store, contactEmail: string, now = NOW): Promise<boolean> {
  const { id, submitKey } = await readyDraft(store, now);
  const fields = { ...values, contactEmail };
  const receipt = await store.applications.submit(id, submitKey, fields, { now, channels });
  if ('refused' in receipt) throw new Error(receipt.refused);
  const rows = await store.deliveries.list({ reference: receipt.reference });
  expect(rows.map(({ channel }) => channel)).toContain('mail-group');
  return store.deliveries.isMailed(receipt.reference);
}

describe('receipts by mail', () => {
  it('are limited to three per mailbox and day, ignoring case and tag', async () => {
    const store = await testStore();
    const addresses = ['anna@b.cn', 'Anna@B.CN', 'anna+1@b.cn', 'anna+2@b.cn', 'aNNa@b.cn'];
    const mailed: boolean[] = [];
    for (const address of addresses) mailed.push(await isMailed(store, address));
    expect(mailed).toEqual([true, true, true, false, false]);
    expect(await isMailed(store, 'bob@b.cn')).toBe(true);
    expect(await isMailed(store, 'anna@b.cn', NOW + DAY_MS - 1)).toBe(false);
    expect(await isMailed(store, 'anna@b.cn', NOW + DAY_MS)).toBe(true);
  });

  it('are limited across concurrent submissions', async () => {
    const store = await testStore();
    const mailed = await Promise.all(Array.from({ length: 6 }, () => isMailed(store, 'anna@b.cn')));
    expect(mailed.filter(Boolean)).toHaveLength(MAX_RECEIPTS_PER_RECIPIENT_PER_DAY);
  });

  it('are limited to 500 a day in all; later applications are stored without one', async () => {
    const folder = await temporaryFolder();
    const store = await testStore(folder);
    await fill(await testDatabase(await locationIn(folder)), MAX_RECEIPTS_PER_DAY - 1);
    expect([await isMailed(store, 'x@b.cn'), await isMailed(store, 'y@b.cn')]).toEqual([true, false]);
  });
});

/** Applications with a receipt, each to another address. */
const fill = (db: Db, count: number): Promise<void> =>
  transact(db, async (tx) => {
    for (let number = 0; number < count; number += 1) {
      const reference = `A-${number}`;
      const contactEmail = `a${number}@b.cn`;
      const facts = {
        reference,
        language: 'en',
        submitKey: reference,
        submittedAt: NOW,
        privacyNotice: null,
      } as const;
      await tx
        .insertInto('applications')
        .values({ ...values, contactEmail, ...facts })
        .execute();
      await enqueueDeliveries(tx, { reference, channels, contactEmail, now: NOW });
    }
  });
