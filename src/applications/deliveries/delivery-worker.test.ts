/** @module-tag slow */
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { AttemptResult } from '../store/applications/deliveries.ts';
import type { Channel } from '../store/engine/tables.ts';
import type { Store } from '../store/index.ts';
import { readyDraft, submitDraft, testStore } from '../store/testing/index.ts';
import {
  type Deliver,
  deliverOne,
  LEASE_MS,
  MAX_CONCURRENT_DELIVERIES,
  MAX_CONCURRENT_RETRIES,
  MAX_RETRY_MS,
  MAX_UNCONFIRMED_REPEATS,
  POLL_INTERVAL_MS,
  retryDelayMs,
  startDeliveryWorker,
} from './delivery-worker.ts';

/** Polling options that allow for a busy machine. */
const PATIENCE = { timeout: 15_000 };
const delivered: AttemptResult = { result: 'delivered' };
/** A delivery that runs until it is aborted. */
const hangs: Deliver = (_application, { signal }) => wait(1e6, delivered, { signal });

async function send(store: Store, channels: Channel[] = ['forward']): Promise<string> {
  const draft = await readyDraft(store, Date.now());
  const fields = { contactEmail: `${draft.id}@b.cn` };
  return submitDraft(store, { draft, now: Date.now(), channels, fields });
}

async function sendMany(store: Store, count: number, channels?: Channel[]): Promise<void> {
  for (let index = 0; index < count; index++) await send(store, channels);
}

const newLog = () => ({ info: vi.fn(), warn: vi.fn(), error: vi.fn() });

function start(store: Store, channels: Partial<Record<Channel, Deliver>>) {
  const [log, results] = [newLog(), [] as string[]];
  const stop = startDeliveryWorker({
    store,
    channels,
    log,
    onAttempt: (channel, result) => results.push(`${channel} ${result}`),
    pollIntervalMs: 5,
  });
  onTestFinished(() => stop({ isHurried: true }));
  return { stop, log, results };
}

const states = async (store: Store) => (await store.deliveries.list()).map(({ state }) => state);

it('doubles the retry delay from five seconds to an hour, with up to 20 percent jitter', () => {
  const delays = [1, 2, 3, 10, 11, 1000].map((attempts) => retryDelayMs(attempts, 0, () => 0));
  expect(delays).toEqual([5000, 10_000, 20_000, 2_560_000, MAX_RETRY_MS, MAX_RETRY_MS]);
  expect(retryDelayMs(1, 0, () => 1)).toBe(6000);
  expect(retryDelayMs(1, 60_000, () => 1)).toBe(60_000);
});

it('delivers each application exactly once, whether submitted before or after the worker starts', async () => {
  const store = await testStore();
  const before = await send(store);
  const got: string[] = [];
  const { results } = start(store, {
    forward: async ({ reference, files }) => {
      got.push(`${reference} ${files.length}`);
      return delivered;
    },
  });
  await vi.waitFor(() => expect(got).toEqual([`${before} 1`]), PATIENCE);
  const after = await send(store);
  await vi.waitFor(async () => expect(await states(store)).toEqual(['delivered', 'delivered']), PATIENCE);
  expect(got).toEqual([`${before} 1`, `${after} 1`]);
  expect(results).toEqual(['forward delivered', 'forward delivered']);
});

it('drains a backlog with limited concurrency at ten or more deliveries per second', async () => {
  const store = await testStore();
  await sendMany(store, MAX_CONCURRENT_DELIVERIES + 3);
  const gate = Promise.withResolvers<AttemptResult>();
  let [concurrent, most] = [0, 0];
  start(store, {
    forward: async () => {
      most = Math.max(most, ++concurrent);
      await gate.promise;
      concurrent -= 1;
      return delivered;
    },
  });
  await vi.waitFor(() => expect(concurrent).toBe(MAX_CONCURRENT_DELIVERIES), PATIENCE);
  gate.resolve(delivered);
  const isDrained = async () => expect(new Set(await states(store))).toEqual(new Set(['delivered']));
  await vi.waitFor(isDrained, PATIENCE);
  expect(most).toBe(MAX_CONCURRENT_DELIVERIES);
  expect((1000 / POLL_INTERVAL_MS) * MAX_CONCURRENT_DELIVERIES).toBeGreaterThanOrEqual(10);
  expect(POLL_INTERVAL_MS).toBeLessThan(1000);
});

it('schedules a retry of a failed delivery with the reason', async () => {
  const store = await testStore();
  await send(store, ['forward', 'mail-group']);
  const { log, results } = start(store, {
    forward: async () => ({ result: 'again', error: 'HTTP 503', afterMs: 3_600_000 }),
    'mail-group': () => Promise.reject(new Error('no connection')),
  });
  await vi.waitFor(() => expect(results.sort()).toEqual(['forward again', 'mail-group again']), PATIENCE);
  const [forward, mail] = await store.deliveries.list();
  expect(forward).toMatchObject({ state: 'waiting', attempts: 1, history: [{ error: 'HTTP 503' }] });
  expect((forward?.nextAt ?? 0) - Date.now()).toBeGreaterThan(3_590_000);
  expect(mail).toMatchObject({ state: 'waiting', history: [{ error: 'Error: no connection' }] });
  expect(log.warn).toHaveBeenCalledTimes(2);
});

it('logs a refused delivery as an error without retrying it', async () => {
  const store = await testStore();
  const reference = await send(store);
  const { log } = start(store, { forward: async () => ({ result: 'refused', error: 'HTTP 422' }) });
  await vi.waitFor(async () => expect(await states(store)).toEqual(['refused']), PATIENCE);
  const facts = { reference, channel: 'forward', attempts: 1, reason: 'HTTP 422' };
  expect(log.error).toHaveBeenCalledExactlyOnceWith(facts, 'delivery refused');
});

it('gives up on a delivery after three retries without a reply', async () => {
  const store = await testStore();
  await send(store, ['mail-group']);
  const request = { channels: ['mail-group'] as const, limit: 1, leaseMs: LEASE_MS };
  for (let attempt = 0; attempt <= MAX_UNCONFIRMED_REPEATS; attempt += 1) {
    const [delivery] = await store.deliveries.lease(
      { ...request, channels: [...request.channels] },
      Number.MAX_SAFE_INTEGER - LEASE_MS,
    );
    if (!delivery) return expect.fail('nothing was due');
    const deliver: Deliver = async () => ({ result: 'again', error: 'timed out', isUnconfirmed: true });
    // An attempt aborted by a hurried shutdown counts too, because the mail was sent.
    const abort = new AbortController();
    abort.abort();
    await deliverOne({ store, deliver, log: newLog(), delivery, abort });
  }
  const [delivery] = await store.deliveries.list();
  expect(delivery).toMatchObject({ state: 'refused', attempts: 4 });
  expect(delivery?.history.at(-1)?.error).toBe('timed out: sent 4 times, may have arrived');
});

it('starts a first attempt while retries of other applications hang', async () => {
  const store = await testStore();
  await sendMany(store, MAX_CONCURRENT_DELIVERIES);
  const request = { channels: ['forward'] as const, limit: MAX_CONCURRENT_DELIVERIES, leaseMs: 1 };
  for (const delivery of await store.deliveries.lease(request))
    await store.deliveries.recordAttempt(delivery, { at: 0, result: 'again', nextAt: 0 });
  const begun: string[] = [];
  start(store, {
    forward: (application, options) => {
      begun.push(application.reference);
      return hangs(application, options);
    },
  });
  await vi.waitFor(() => expect(begun).toHaveLength(MAX_CONCURRENT_RETRIES), PATIENCE);
  const reference = await send(store);
  await vi.waitFor(() => expect(begun).toContain(reference), PATIENCE);
  expect(begun).toHaveLength(MAX_CONCURRENT_RETRIES + 1);
});

it('does not send receipts while notices use all their slots', async () => {
  const store = await testStore();
  await sendMany(store, MAX_CONCURRENT_DELIVERIES + 1, ['mail-group', 'mail-applicant']);
  const mails: string[] = [];
  const gate = Promise.withResolvers<AttemptResult>();
  start(store, {
    'mail-group': () => {
      mails.push('notice');
      return gate.promise;
    },
    'mail-applicant': async () => {
      mails.push('receipt');
      return delivered;
    },
  });
  await vi.waitFor(() => expect(mails).toHaveLength(MAX_CONCURRENT_DELIVERIES), PATIENCE);
  await wait(20);
  expect(new Set(mails)).toEqual(new Set(['notice']));
  gate.resolve(delivered);
  await vi.waitFor(() => expect(mails).toHaveLength(2 * (MAX_CONCURRENT_DELIVERIES + 1)), PATIENCE);
});

it('waits for running deliveries on shutdown', async () => {
  const store = await testStore();
  await send(store);
  const begun = Promise.withResolvers<void>();
  const { stop } = start(store, {
    forward: (_application, { signal }) => {
      begun.resolve();
      return wait(50, delivered, { signal });
    },
  });
  await begun.promise;
  await stop();
  expect(await states(store)).toEqual(['delivered']);
});

it('releases running deliveries immediately on a hurried shutdown', async () => {
  const store = await testStore();
  await send(store);
  const begun = Promise.withResolvers<void>();
  const { stop } = start(store, {
    forward: (application, options) => {
      begun.resolve();
      return hangs(application, options);
    },
  });
  await begun.promise;
  await stop({ isHurried: true });
  const [delivery] = await store.deliveries.list();
  expect(delivery).toMatchObject({ state: 'waiting', attempts: 0, history: [] });
  expect(delivery?.nextAt).toBeLessThanOrEqual(Date.now());
});

it('aborts an attempt when another process holds its lease', async () => {
  const store = await testStore();
  await send(store);
  const [delivery] = await store.deliveries.lease({ channels: ['forward'], limit: 1, leaseMs: LEASE_MS });
  if (!delivery) return expect.fail();
  vi.useFakeTimers({ toFake: ['setInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  vi.spyOn(store.deliveries, 'renew').mockResolvedValue(false);
  const { promise: started, resolve } = Promise.withResolvers<AbortSignal>();
  const deliver: Deliver = (application, options) => {
    resolve(options.signal);
    return hangs(application, options);
  };
  const done = deliverOne({ store, log: newLog(), deliver, delivery, abort: new AbortController() });
  const signal = await started;
  await vi.advanceTimersByTimeAsync(LEASE_MS);
  expect(signal.aborted).toBe(true);
  expect(await done).toBe('again');
});
