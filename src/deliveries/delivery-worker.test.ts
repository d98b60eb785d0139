import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Channel } from '../store/engine/tables.ts';
import type { Store } from '../store/index.ts';
import { readyDraft, testStore, values } from '../store/testing/index.ts';
import type { AttemptResult, Deliver } from './channel.ts';
import {
  MAX_CONCURRENT,
  MAX_CONCURRENT_RETRIES,
  POLL_INTERVAL_MS,
  startDeliveryWorker,
} from './delivery-worker.ts';

/** Allows for a busy machine. */
const PATIENCE = { timeout: 15_000 };
const delivered: AttemptResult = { result: 'delivered' };

async function send(store: Store, channels: Channel[] = ['forward']): Promise<string> {
  const { id, submitKey } = await readyDraft(store, Date.now());
  const receipt = await store.applications.submit(
    id,
    submitKey,
    { ...values, contactEmail: `${id}@b.cn` },
    { now: Date.now(), channels },
  );
  if ('refused' in receipt) throw new Error(receipt.refused);
  return receipt.reference;
}

function start(store: Store, channels: Partial<Record<Channel, Deliver>>, pollIntervalMs = 5) {
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const results: string[] = [];
  const stop = startDeliveryWorker({
    store,
    channels,
    log,
    onAttempt: (channel, result) => results.push(`${channel} ${result}`),
    pollIntervalMs,
  });
  onTestFinished(() => stop({ isHurried: true }));
  return { stop, log, results };
}

const states = async (store: Store) => (await store.deliveries.list()).map(({ state }) => state);

describe('delivery worker', () => {
  it('delivers applications sent before and after its start exactly once', async () => {
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

  it('limits concurrent deliveries of a channel', async () => {
    const store = await testStore();
    for (let index = 0; index < MAX_CONCURRENT + 3; index++) await send(store);
    let concurrent = 0;
    let most = 0;
    start(store, {
      forward: async () => {
        most = Math.max(most, ++concurrent);
        await wait(100);
        concurrent -= 1;
        return delivered;
      },
    });
    await vi.waitFor(
      async () => expect(new Set(await states(store))).toEqual(new Set(['delivered'])),
      PATIENCE,
    );
    expect(most).toBe(MAX_CONCURRENT);
  });

  it('schedules a retry after a failure or exception and records the reason', async () => {
    const store = await testStore();
    await send(store, ['forward', 'mail-group']);
    const { log, results } = start(store, {
      forward: async () => ({ result: 'again', error: 'HTTP 503', afterMs: 3_600_000 }),
      'mail-group': async () => {
        throw new Error('no connection');
      },
    });
    await vi.waitFor(() => expect(results.sort()).toEqual(['forward again', 'mail-group again']), PATIENCE);
    const [forward, mail] = await store.deliveries.list();
    expect(forward).toMatchObject({ state: 'waiting', attempts: 1, history: [{ error: 'HTTP 503' }] });
    expect((forward?.nextAt ?? 0) - Date.now()).toBeGreaterThan(3_590_000);
    expect(mail).toMatchObject({ state: 'waiting', history: [{ error: 'Error: no connection' }] });
    expect(log.warn).toHaveBeenCalledTimes(2);
  });

  it('stops at a refusal and logs an error', async () => {
    const store = await testStore();
    const reference = await send(store);
    const { log } = start(store, { forward: async () => ({ result: 'refused', error: 'HTTP 422' }) });
    await vi.waitFor(async () => expect(await states(store)).toEqual(['refused']), PATIENCE);
    const facts = { reference, channel: 'forward', attempts: 1, reason: 'HTTP 422' };
    expect(log.error).toHaveBeenCalledExactlyOnceWith(facts, 'delivery refused');
  });

  it('starts the first attempt within a second while 17 deliveries wait for a receiver that is down', async () => {
    const store = await testStore();
    for (let index = 0; index < 17; index++) await send(store);
    const begun: string[] = [];
    start(
      store,
      {
        forward: async ({ reference }) => {
          begun.push(reference);
          return { result: 'again', error: 'HTTP 503' };
        },
      },
      POLL_INTERVAL_MS,
    );
    await vi.waitFor(() => expect(new Set(begun).size).toBe(17), PATIENCE);
    const reference = await send(store);
    await vi.waitFor(() => expect(begun).toContain(reference), 2 * POLL_INTERVAL_MS);
  });

  it('drains a backlog at ten or more deliveries per second', async () => {
    const store = await testStore();
    for (let index = 0; index < 40; index++) await send(store);
    start(store, { forward: () => wait(300, delivered) }, POLL_INTERVAL_MS);
    const startedAt = performance.now();
    const isDrained = async () => expect(new Set(await states(store))).toEqual(new Set(['delivered']));
    await vi.waitFor(isDrained, PATIENCE);
    expect(performance.now() - startedAt).toBeLessThan(4000);
  });

  it('starts a first attempt while retries of other applications hang', async () => {
    const store = await testStore();
    for (let index = 0; index < MAX_CONCURRENT; index++) await send(store);
    for (const delivery of await store.deliveries.lease({
      channels: ['forward'],
      limit: MAX_CONCURRENT,
      leaseMs: 1,
    }))
      await store.deliveries.recordAttempt(delivery, { at: 0, result: 'again', nextAt: 0 });
    const begun: string[] = [];
    start(store, {
      forward: ({ reference }, { signal }) => {
        begun.push(reference);
        return wait(1e6, delivered, { signal });
      },
    });
    await vi.waitFor(() => expect(begun).toHaveLength(MAX_CONCURRENT_RETRIES), PATIENCE);
    const reference = await send(store);
    await vi.waitFor(() => expect(begun).toContain(reference), PATIENCE);
    expect(begun).toHaveLength(MAX_CONCURRENT_RETRIES + 1);
  });

  it('sends mail while the forward receiver hangs', async () => {
    const store = await testStore();
    for (let index = 0; index < MAX_CONCURRENT + 1; index++) await send(store, ['forward', 'mail-group']);
    const { results } = start(store, {
      forward: (_application, { signal }) => wait(1e6, delivered, { signal }),
      'mail-group': async () => delivered,
    });
    await vi.waitFor(() => expect(results).toHaveLength(MAX_CONCURRENT + 1), PATIENCE);
  });

  it('sends no receipt while notices use all their slots', async () => {
    const store = await testStore();
    for (let index = 0; index <= MAX_CONCURRENT; index++) await send(store, ['mail-group', 'mail-applicant']);
    const mails: string[] = [];
    const gate = Promise.withResolvers<void>();
    start(store, {
      'mail-group': async () => {
        mails.push('notice');
        await gate.promise;
        return delivered;
      },
      'mail-applicant': async () => {
        mails.push('receipt');
        return delivered;
      },
    });
    await vi.waitFor(() => expect(mails).toHaveLength(MAX_CONCURRENT), PATIENCE);
    await wait(50);
    expect(new Set(mails)).toEqual(new Set(['notice']));
    gate.resolve();
    await vi.waitFor(
      () => expect(mails.filter((mail) => mail === 'receipt')).toHaveLength(MAX_CONCURRENT + 1),
      PATIENCE,
    );
  });

  it('ignores rows of channels that are not configured', async () => {
    const store = await testStore();
    await send(store, ['forward', 'mail-applicant']);
    start(store, { 'mail-applicant': async () => delivered });
    await vi.waitFor(async () => expect(await states(store)).toEqual(['waiting', 'delivered']), PATIENCE);
  });

  it('ignores an application that is removed during its delivery', async () => {
    const store = await testStore();
    const reference = await send(store);
    const { results, log } = start(store, {
      forward: async () => {
        await store.applications.remove([reference]);
        return delivered;
      },
    });
    await vi.waitFor(async () => expect(await states(store)).toEqual([]), PATIENCE);
    await wait(20);
    expect([results, log.error.mock.calls]).toEqual([[], []]);
  });
});

describe('shutdown of the delivery worker', () => {
  it('waits for running deliveries', async () => {
    const store = await testStore();
    await send(store);
    let isRunning = false;
    const { stop } = start(store, {
      forward: async () => {
        isRunning = true;
        await wait(50);
        return delivered;
      },
    });
    await vi.waitFor(() => expect(isRunning).toBe(true), PATIENCE);
    await stop();
    expect(await states(store)).toEqual(['delivered']);
  });

  it('releases running deliveries immediately when hurried', async () => {
    const store = await testStore();
    await send(store);
    let isRunning = false;
    const { stop } = start(store, {
      forward: async (_application, { signal }) => {
        isRunning = true;
        await wait(1e6, undefined, { signal });
        return delivered;
      },
    });
    await vi.waitFor(() => expect(isRunning).toBe(true), PATIENCE);
    await stop({ isHurried: true });
    const [delivery] = await store.deliveries.list();
    expect(delivery).toMatchObject({ state: 'waiting', attempts: 0, history: [] });
    expect(delivery?.nextAt).toBeLessThanOrEqual(Date.now());
  });
});
