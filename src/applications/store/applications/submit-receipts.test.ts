import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { DAY_MS } from '../../../lib/days.ts';
import { MAX_RECEIPTS_PER_DAY, MAX_RECEIPTS_PER_RECIPIENT_PER_DAY } from '../../rules/limits.ts';
import type { Store } from '../index.ts';
import {
  locationIn,
  NOW,
  quotaOf,
  readyDraft,
  submitDraft,
  temporaryFolder,
  testDatabase,
  testStore,
} from '../testing/index.ts';

/** Submits an application and returns whether a receipt is mailed. */
async function isMailed(
  store: Store,
  contactEmail: string,
  now = NOW,
  addressHash?: string,
): Promise<boolean> {
  const channels = ['mail-group', 'mail-applicant'] as const;
  const quotas = [quotaOf({ key: `applications ${addressHash}`, max: 400 })];
  const limited =
    addressHash === undefined ? {} : { draft: await readyDraft(store, now, { addressHash }), quotas };
  const reference = await submitDraft(store, { now, channels, fields: { contactEmail }, ...limited });
  const rows = await store.deliveries.list({ reference });
  expect(rows.map(({ channel }) => channel)).toContain('mail-group');
  return store.deliveries.isMailed(reference);
}

it('emails at most three receipts a day to a mailbox, ignoring case and tag', async () => {
  const store = await testStore();
  const mailed: boolean[] = [];
  for (const address of ['anna@b.cn', 'Anna@B.CN', 'anna+1@b.cn', 'anna+2@b.cn'])
    mailed.push(await isMailed(store, address));
  expect(mailed).toEqual([true, true, true, false]);
  expect(await isMailed(store, 'bob@b.cn')).toBe(true);
  expect(await isMailed(store, 'anna@b.cn', NOW + DAY_MS - 1)).toBe(false);
  expect(await isMailed(store, 'anna@b.cn', NOW + DAY_MS)).toBe(true);
});

it('does not exceed the receipt limit with concurrent submissions', async () => {
  const store = await testStore();
  const mailed = await Promise.all(Array.from({ length: 6 }, () => isMailed(store, 'anna@b.cn')));
  expect(mailed.filter(Boolean)).toHaveLength(MAX_RECEIPTS_PER_RECIPIENT_PER_DAY);
});

/** Sends a receipt and repeats its rows until there are `count`, all from one client address. */
async function addReceipts(store: Store, folder: string, count: number, addressHash: string): Promise<void> {
  await isMailed(store, 'first@b.cn', NOW, addressHash);
  const db = await testDatabase(await locationIn(folder));
  for (const table of ['applications', 'deliveries', 'drafts'] as const) {
    const { rows } = await sql<object>`select * from ${sql.table(table)}`.execute(db);
    const copies = Array.from({ length: count - 1 }, (_, at) =>
      rows.map((row) => ({
        ...row,
        reference: `A-${at}`,
        ...('submitKey' in row && { submitKey: `key ${at}` }),
        ...('id' in row && { id: `draft ${at}` }),
      })),
    );
    await db
      .insertInto(table)
      .values(copies.flat() as never)
      .execute();
  }
}

it('emails at most 500 receipts a day in total', async () => {
  const folder = await temporaryFolder();
  const store = await testStore(folder);
  await addReceipts(store, folder, MAX_RECEIPTS_PER_DAY - 1, 'busy');
  expect([await isMailed(store, 'x@b.cn'), await isMailed(store, 'y@b.cn')]).toEqual([true, false]);
});

it('reserves receipts for other client addresses while one address sends many applications', async () => {
  const folder = await temporaryFolder();
  const store = await testStore(folder);
  await addReceipts(store, folder, 45, 'busy');
  const mailed = await Promise.all(['a@b.cn', 'b@b.cn'].map((email) => isMailed(store, email, NOW, 'busy')));
  expect(mailed.filter(Boolean)).toHaveLength(1);
  expect(await isMailed(store, 'c@b.cn', NOW, 'other')).toBe(true);
  expect(await isMailed(store, 'd@b.cn')).toBe(true);
});
