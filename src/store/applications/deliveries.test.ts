import { describe, expect, it } from 'vitest';
import type { Channel } from '../engine/tables.ts';
import type { Store } from '../index.ts';
import {
  addUpload,
  fileRow,
  NOW,
  newDraft,
  readyDraft,
  testStore,
  upload,
  values,
} from '../testing/index.ts';
import { MAX_ATTEMPTS_KEPT, MAX_ERROR_LENGTH, type TakenDelivery } from './deliveries.ts';

const channels: Channel[] = ['forward', 'mail-applicant'];
const TAKING = { channels: [...channels, 'mail-group' as const], limit: 10, leaseMs: 60_000 };

/** An application that was sent with these channels; gives its reference. */
async function send(store: Store, now = NOW, to: readonly Channel[] = channels): Promise<string> {
  const { id, submitKey } = await readyDraft(store, now);
  const fields = { ...values, contactEmail: `${id}@b.cn` };
  const receipt = await store.applications.submit(id, submitKey, fields, now, { channels: to });
  if ('refused' in receipt) throw new Error(receipt.refused);
  return receipt.reference;
}

async function takeOne(store: Store, now = NOW): Promise<TakenDelivery> {
  const [taken] = await store.deliveries.take({ ...TAKING, limit: 1 }, now);
  if (!taken) throw new Error('nothing was due');
  return taken;
}

describe('the outbox', () => {
  it('gets a waiting row for each channel with the application itself', async () => {
    const store = await testStore();
    const reference = await send(store);
    expect(await store.deliveries.list()).toEqual(
      channels.map((channel) => ({
        reference,
        channel,
        state: 'waiting',
        attempts: 0,
        createdAt: NOW,
        nextAt: NOW,
        history: [],
      })),
    );
  });

  it('gets no row from a repeat of the same submission, nor without channels', async () => {
    const store = await testStore();
    const { id, submitKey } = await readyDraft(store);
    for (const now of [NOW, NOW + 1])
      await store.applications.submit(id, submitKey, values, now, { channels: ['forward'] });
    await send(store, NOW, []);
    expect(await store.deliveries.list()).toHaveLength(1);
  });

  it('gives a due row to one taker at a time, until its lease is over', async () => {
    const store = await testStore();
    await send(store);
    expect(await store.deliveries.take(TAKING, NOW)).toHaveLength(2);
    expect(await store.deliveries.take(TAKING, NOW + 59_999)).toEqual([]);
    const again = await store.deliveries.take(TAKING, NOW + 60_000);
    expect(again.map(({ attempts }) => attempts)).toEqual([2, 2]);
  });

  it('is shared by two processes without a row going to both', async () => {
    const store = await testStore();
    for (let index = 0; index < 10; index++) await send(store, NOW + index);
    const takes = await Promise.all(
      [1, 2, 3].map(() => store.deliveries.take({ ...TAKING, limit: 20 }, NOW + 10)),
    );
    const keys = takes.flat().map(({ reference, channel }) => `${reference} ${channel}`);
    expect(keys).toHaveLength(20);
    expect(new Set(keys).size).toBe(20);
  });

  it('gives those that waited longest first, of the asked channels alone', async () => {
    const store = await testStore();
    const second = await send(store, NOW + 1);
    const first = await send(store, NOW);
    const taken = await store.deliveries.take({ ...TAKING, channels: ['mail-applicant'] }, NOW + 1);
    expect(taken.map(({ reference }) => reference)).toEqual([first, second]);
    expect(taken.map(({ channel }) => channel)).toEqual(['mail-applicant', 'mail-applicant']);
  });

  it('gives first attempts before retries, and no more retries than asked for', async () => {
    const store = await testStore();
    for (let index = 0; index < 3; index++) await send(store, NOW + index, ['forward']);
    for (const taken of await store.deliveries.take(TAKING, NOW + 5))
      await store.deliveries.settle(taken, { at: NOW, result: 'again', nextAt: NOW });
    const fresh = await send(store, NOW + 9, ['forward']);
    const taken = await store.deliveries.take({ ...TAKING, limit: 3, retries: 1 }, NOW + 9);
    expect(taken.map(({ reference, attempts }) => [reference === fresh, attempts])).toEqual([
      [true, 1],
      [false, 2],
    ]);
  });

  it('keeps an application back from the forward, not from mail, while a file waits for its virus scan', async () => {
    const store = await testStore();
    const draft = await newDraft(store);
    await store.drafts.saveFields(draft.id, values, NOW);
    await addUpload(store, draft.id);
    const held = fileRow({ storedName: await upload(store), scan: 'held', sha256: 'cd'.repeat(32) });
    await store.drafts.addFile(draft.id, held, NOW);
    await store.applications.submit(draft.id, draft.submitKey, values, NOW, { channels });
    const [mail, ...others] = await store.deliveries.take(TAKING, NOW);
    expect([mail?.channel, others]).toEqual(['mail-applicant', []]);
    const [{ id = '' } = {}] = await store.scans.held();
    await store.scans.markInfected(id);
    expect(await store.deliveries.take(TAKING, NOW)).toMatchObject([{ channel: 'forward' }]);
  });
});

describe('a taken delivery', () => {
  it('stays with its taker while it is renewed', async () => {
    const store = await testStore();
    await send(store, NOW, ['forward']);
    const taken = await takeOne(store);
    expect(await store.deliveries.renew(taken, 60_000, NOW + 50_000)).toBe(true);
    expect(await store.deliveries.take(TAKING, NOW + 60_000)).toEqual([]);
  });

  it('is another’s when its lease is over: the first taker can no longer change it', async () => {
    const store = await testStore();
    await send(store, NOW, ['forward']);
    const lost = await takeOne(store);
    const own = await takeOne(store, NOW + 60_000);
    expect(await store.deliveries.renew(lost, 60_000)).toBe(false);
    expect(await store.deliveries.release(lost)).toBe(false);
    expect(await store.deliveries.settle(lost, { at: NOW, result: 'refused' })).toBe(false);
    expect(await store.deliveries.settle(own, { at: NOW, result: 'delivered' })).toBe(true);
    expect(await store.deliveries.list()).toMatchObject([{ state: 'delivered', attempts: 2 }]);
  });

  it('that is given back is due at once, and its attempt does not count', async () => {
    const store = await testStore();
    await send(store, NOW, ['forward']);
    await store.deliveries.release(await takeOne(store), NOW);
    expect(await takeOne(store)).toMatchObject({ attempts: 1 });
  });

  it('that failed waits until its next time and keeps the reason', async () => {
    const store = await testStore();
    await send(store, NOW, ['forward']);
    const failed = { at: NOW + 1, result: 'again', error: 'x'.repeat(1000) } as const;
    await store.deliveries.settle(await takeOne(store), { ...failed, nextAt: NOW + 5000 });
    expect(await store.deliveries.take(TAKING, NOW + 4999)).toEqual([]);
    const [delivery] = await store.deliveries.list({ state: 'waiting' });
    const error = 'x'.repeat(MAX_ERROR_LENGTH);
    expect(delivery).toMatchObject({
      nextAt: NOW + 5000,
      history: [{ at: NOW + 1, result: 'again', error }],
    });
    expect(await store.deliveries.take(TAKING, NOW + 5000)).toHaveLength(1);
  });

  it('keeps its last attempts alone', async () => {
    const store = await testStore();
    await send(store, NOW, ['forward']);
    for (let at = NOW; at < NOW + MAX_ATTEMPTS_KEPT + 5; at++) {
      await store.deliveries.settle(await takeOne(store, at), {
        at,
        result: 'again',
        error: 'busy',
        nextAt: at,
      });
    }
    const [delivery] = await store.deliveries.list();
    expect(delivery?.history).toHaveLength(MAX_ATTEMPTS_KEPT);
    expect(delivery?.history.at(-1)?.at).toBe(NOW + MAX_ATTEMPTS_KEPT + 4);
  });

  it.each(['delivered', 'refused'] as const)('that is %s is not tried any more', async (result) => {
    const store = await testStore();
    await send(store, NOW, ['forward']);
    await store.deliveries.settle(await takeOne(store), { at: NOW, result });
    expect(await store.deliveries.take(TAKING, NOW + 1e9)).toEqual([]);
    expect(await store.deliveries.list({ state: result })).toMatchObject([{ nextAt: undefined }]);
    expect(await store.deliveries.waiting()).toEqual([]);
  });
});

describe('a retry by command', () => {
  it('makes due what was refused or waits, and nothing that was delivered', async () => {
    const store = await testStore();
    const reference = await send(store, NOW, ['forward', 'mail-group', 'mail-applicant']);
    for (const result of ['delivered', 'refused'] as const)
      await store.deliveries.settle(await takeOne(store), { at: NOW, result });
    const last = await takeOne(store);
    await store.deliveries.settle(last, { at: NOW, result: 'again', nextAt: NOW + 1e6 });
    const made = await store.deliveries.retry(` ${reference.toLowerCase()} `, NOW + 1);
    expect(made).toHaveLength(2);
    expect(await store.deliveries.take(TAKING, NOW + 1)).toHaveLength(2);
  });

  it('leaves one alone that is being tried', async () => {
    const store = await testStore();
    const reference = await send(store, NOW, ['forward']);
    await takeOne(store);
    expect(await store.deliveries.retry(reference, NOW + 1)).toEqual([]);
  });
});

it('an application that is removed takes its deliveries with it', async () => {
  const store = await testStore();
  const reference = await send(store);
  const other = await send(store);
  await store.applications.remove([reference]);
  expect((await store.deliveries.list()).map((one) => one.reference)).toEqual([other, other]);
});

it('what waits is counted by channel, with its age', async () => {
  const store = await testStore();
  await send(store, NOW + 5, ['forward']);
  await send(store, NOW, ['forward', 'mail-group']);
  const waiting = await store.deliveries.waiting();
  expect(waiting.sort((one, other) => one.channel.localeCompare(other.channel))).toEqual([
    { channel: 'forward', waiting: 2, oldestAt: NOW },
    { channel: 'mail-group', waiting: 1, oldestAt: NOW },
  ]);
});
