import { expect, it } from 'vitest';
import { HOUR_MS } from '../../../lib/days.ts';
import { MAX_SCAN_WAIT_HOURS } from '../../rules/limits.ts';
import type { Channel } from '../engine/tables.ts';
import type { Store } from '../index.ts';
import {
  addUpload,
  fileRow,
  NOW,
  newDraft,
  readyDraft,
  submitDraft,
  testStore,
  upload,
} from '../testing/index.ts';
import { type LeasedDelivery, MAX_STORED_ERROR_LENGTH } from './deliveries.ts';

const channels: Channel[] = ['forward', 'mail-applicant'];
const REQUEST = { channels: [...channels, 'mail-group' as const], limit: 10, leaseMs: 60_000 };

const send = (store: Store, now = NOW, to: readonly Channel[] = channels): Promise<string> =>
  submitDraft(store, { now, channels: to, fields: { contactEmail: `${now}@b.cn` } });

/** Creates a store with one forward to deliver. */
async function storeWithForward() {
  const store = await testStore();
  return { store, reference: await send(store, NOW, ['forward']) };
}

async function leaseOne(store: Store, now = NOW): Promise<LeasedDelivery> {
  const [delivery] = await store.deliveries.lease({ ...REQUEST, limit: 1 }, now);
  if (!delivery) throw new Error('nothing was due');
  return delivery;
}

it('writes one waiting delivery per channel, even for a repeated submission', async () => {
  const store = await testStore();
  const draft = await readyDraft(store);
  const reference = await submitDraft(store, { draft, channels });
  await submitDraft(store, { draft, channels, now: NOW + 1 });
  await send(store, NOW, []);
  const times = { createdAt: NOW, nextAt: NOW };
  const none = { attempts: 0, isRunning: false, heldFiles: [], history: [], recipients: {} };
  const waiting = { state: 'waiting', ...times, ...none };
  expect(await store.deliveries.list()).toEqual(
    channels.map((channel) => ({ reference, channel, ...waiting })),
  );
});

it('does not lease a delivery again until its lease has expired', async () => {
  const store = await testStore();
  await send(store);
  expect(await store.deliveries.lease(REQUEST, NOW)).toHaveLength(2);
  expect(await store.deliveries.lease(REQUEST, NOW + 59_999)).toEqual([]);
  const leased = await store.deliveries.lease(REQUEST, NOW + 60_000);
  expect(leased.map(({ attempts }) => attempts)).toEqual([2, 2]);
});

it('leases deliveries of the requested channels, longest waiting first', async () => {
  const store = await testStore();
  const second = await send(store, NOW + 1);
  const first = await send(store, NOW);
  const leased = await store.deliveries.lease({ ...REQUEST, channels: ['mail-applicant'] }, NOW + 1);
  expect(leased).toMatchObject(
    [first, second].map((reference) => ({ reference, channel: 'mail-applicant' })),
  );
});

it.each([
  { limit: 3, retries: 1 },
  { limit: 2, retries: 3 },
])('leases first attempts before a limited number of retries: %j', async (limits) => {
  const store = await testStore();
  for (let index = 0; index < 3; index++) await send(store, NOW + index, ['forward']);
  for (const delivery of await store.deliveries.lease(REQUEST, NOW + 5))
    await store.deliveries.recordAttempt(delivery, { at: NOW, result: 'again', nextAt: NOW });
  const fresh = await send(store, NOW + 9, ['forward']);
  const leased = await store.deliveries.lease({ ...REQUEST, ...limits }, NOW + 9);
  expect(leased.map(({ reference, attempts }) => [reference === fresh, attempts])).toEqual([
    [true, 1],
    [false, 2],
  ]);
});

it('delays only the forward while a file waits for its virus scan', async () => {
  const store = await testStore();
  const draft = await newDraft(store);
  await addUpload(store, draft.id);
  const held = fileRow({ storedName: await upload(store), scan: 'held', sha256: 'cd'.repeat(32) });
  await store.drafts.addFile(draft.id, held, { now: NOW });
  await submitDraft(store, { draft, channels });
  const [mail, ...others] = await store.deliveries.lease(REQUEST, NOW);
  expect([mail?.channel, others]).toEqual(['mail-applicant', []]);
  const [{ id = '' } = {}] = await store.scans.listHeldFiles();
  await store.scans.markInfected(id);
  expect(await store.deliveries.lease(REQUEST, NOW)).toMatchObject([{ channel: 'forward' }]);
});

it('delivers a forward without the virus scan of its files after the maximum wait', async () => {
  const store = await testStore();
  const draft = await newDraft(store);
  await store.drafts.addFile(draft.id, fileRow({ storedName: await upload(store), scan: 'held' }), {
    now: NOW,
  });
  await submitDraft(store, { draft, channels: ['forward'] });
  const latestAt = NOW + MAX_SCAN_WAIT_HOURS * HOUR_MS;
  expect(await store.deliveries.lease(REQUEST, latestAt - 1)).toEqual([]);
  expect(await store.deliveries.list({}, latestAt - 1)).toMatchObject([
    { nextAt: latestAt, heldFiles: [{}] },
  ]);
  expect(await store.deliveries.lease(REQUEST, latestAt)).toMatchObject([{ channel: 'forward' }]);
});

it('keeps a delivery leased while its lease is renewed', async () => {
  const { store } = await storeWithForward();
  expect(await store.deliveries.renew(await leaseOne(store), 60_000, NOW + 50_000)).toBe(true);
  expect(await store.deliveries.lease(REQUEST, NOW + 60_000)).toEqual([]);
});

it('ignores changes to a delivery by the holder of an expired lease', async () => {
  const { store } = await storeWithForward();
  const lost = await leaseOne(store);
  const own = await leaseOne(store, NOW + 60_000);
  expect(await store.deliveries.renew(lost, 60_000)).toBe(false);
  expect(await store.deliveries.release(lost)).toBe(false);
  expect(await store.deliveries.recordAttempt(lost, { at: NOW, result: 'refused' })).toBe(false);
  expect(await store.deliveries.recordAttempt(own, { at: NOW, result: 'delivered' })).toBe(true);
  expect(await store.deliveries.list()).toMatchObject([{ state: 'delivered', attempts: 2 }]);
});

it('makes a released delivery due immediately without counting the attempt', async () => {
  const { store } = await storeWithForward();
  await store.deliveries.release(await leaseOne(store), NOW);
  expect(await leaseOne(store)).toMatchObject({ attempts: 1 });
});

it('records why a failed delivery is waiting for its next attempt', async () => {
  const { store } = await storeWithForward();
  const failed = { at: NOW + 1, result: 'again', error: 'x'.repeat(1000) } as const;
  await store.deliveries.recordAttempt(await leaseOne(store), { ...failed, nextAt: NOW + 5000 });
  expect(await store.deliveries.lease(REQUEST, NOW + 4999)).toEqual([]);
  const error = 'x'.repeat(MAX_STORED_ERROR_LENGTH);
  expect(await store.deliveries.list({ state: 'waiting' })).toMatchObject([
    { nextAt: NOW + 5000, history: [{ at: NOW + 1, result: 'again', error }] },
  ]);
  expect(await store.deliveries.lease(REQUEST, NOW + 5000)).toHaveLength(1);
});

it.each(['delivered', 'refused'] as const)('does not lease a delivery that was %s', async (result) => {
  const { store } = await storeWithForward();
  await store.deliveries.recordAttempt(await leaseOne(store), { at: NOW, result });
  expect(await store.deliveries.lease(REQUEST, NOW + 1e9)).toEqual([]);
  expect(await store.deliveries.list({ state: result })).toMatchObject([{ nextAt: undefined }]);
  expect(await store.deliveries.waiting()).toEqual([]);
});

it('retries only the refused and waiting deliveries of an application', async () => {
  const store = await testStore();
  const reference = await send(store, NOW, ['forward', 'mail-group', 'mail-applicant']);
  for (const result of ['delivered', 'refused'] as const)
    await store.deliveries.recordAttempt(await leaseOne(store), { at: NOW, result });
  const last = await leaseOne(store);
  await store.deliveries.recordAttempt(last, { at: NOW, result: 'again', nextAt: NOW + 1e6 });
  expect(await store.deliveries.retry({ reference: ` ${reference.toLowerCase()} ` }, NOW + 1)).toHaveLength(
    2,
  );
  expect(await store.deliveries.lease(REQUEST, NOW + 1)).toHaveLength(2);
  expect(await store.deliveries.retry({ reference }, NOW + 1)).toEqual([]);
});

it('retries refused deliveries selected by channel or time', async () => {
  const store = await testStore();
  const [old, recent] = [await send(store, NOW), await send(store, NOW + 5)];
  const recipients = { 'one@g.cn': 'delivered', 'two@g.cn': 'refused' } as const;
  for (const one of await store.deliveries.lease(REQUEST, NOW + 5))
    await store.deliveries.recordAttempt(one, {
      at: NOW,
      result: 'refused',
      recipients,
      isUnconfirmed: true,
    });
  const rowsOf = async (request: object) =>
    (await store.deliveries.retry(request, NOW + 9)).map(
      ({ reference, channel }) => `${reference} ${channel}`,
    );
  expect(await rowsOf({ channel: 'forward', since: NOW + 5 })).toEqual([`${recent} forward`]);
  expect(await rowsOf({ since: NOW + 5 })).toEqual([`${recent} mail-applicant`]);
  expect((await rowsOf({})).sort()).toEqual([`${old} forward`, `${old} mail-applicant`]);
  expect(await store.deliveries.lease(REQUEST, NOW + 9)).toMatchObject(
    Array(4).fill({ unconfirmed: 0, recipients: { 'one@g.cn': 'delivered', 'two@g.cn': 'waiting' } }),
  );
});

it('counts waiting deliveries by channel', async () => {
  const store = await testStore();
  await send(store, NOW + 5, ['forward']);
  await send(store, NOW, ['forward', 'mail-group']);
  const waiting = await store.deliveries.waiting();
  expect(waiting.sort((one, other) => one.channel.localeCompare(other.channel))).toEqual([
    { channel: 'forward', waiting: 2, oldestAt: NOW },
    { channel: 'mail-group', waiting: 1, oldestAt: NOW },
  ]);
});
