import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Channel } from '../store/engine/tables.ts';
import type { Store } from '../store/index.ts';
import { readyDraft, testStore, values } from '../store/testing/index.ts';
import type { Deliver, Outcome } from './channel.ts';
import { LOOK_EVERY_MS, PLACES, RETRY_PLACES, startDeliveryWorker } from './delivery-worker.ts';

/** A busy machine takes its time. */
const PATIENCE = { timeout: 15_000 };
const delivered: Outcome = { result: 'delivered' };

async function send(store: Store, channels: Channel[] = ['forward']): Promise<string> {
  const { id, submitKey } = await readyDraft(store, Date.now());
  const receipt = await store.applications.submit(
    id,
    submitKey,
    { ...values, contactEmail: `${id}@b.cn` },
    Date.now(),
    {
      channels,
    },
  );
  if ('refused' in receipt) throw new Error(receipt.refused);
  return receipt.reference;
}

function start(store: Store, channels: Partial<Record<Channel, Deliver>>, lookEveryMs = 5) {
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const results: string[] = [];
  const stop = startDeliveryWorker({
    store,
    channels,
    log,
    onAttempt: (channel, result) => results.push(`${channel} ${result}`),
    lookEveryMs,
  });
  onTestFinished(() => stop({ isHurried: true }));
  return { stop, log, results };
}

const states = async (store: Store) => (await store.deliveries.list()).map(({ state }) => state);

describe('the worker of deliveries', () => {
  it('delivers what was sent before it started and afterwards, each once', async () => {
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

  it('makes only so many deliveries at once', async () => {
    const store = await testStore();
    for (let index = 0; index < PLACES + 3; index++) await send(store);
    let atOnce = 0;
    let most = 0;
    start(store, {
      forward: async () => {
        most = Math.max(most, ++atOnce);
        await wait(100);
        atOnce -= 1;
        return delivered;
      },
    });
    await vi.waitFor(
      async () => expect(new Set(await states(store))).toEqual(new Set(['delivered'])),
      PATIENCE,
    );
    expect(most).toBe(PLACES);
  });

  it('tries again later what failed or threw, and tells why', async () => {
    const store = await testStore();
    await send(store, ['forward', 'mail-group']);
    const { log, results } = start(store, {
      forward: async () => ({ result: 'again', error: 'HTTP 503', afterMs: 3_600_000 }),
      'mail-group': async () => {
        throw new Error('no line');
      },
    });
    await vi.waitFor(() => expect(results.sort()).toEqual(['forward again', 'mail-group again']), PATIENCE);
    const [forward, mail] = await store.deliveries.list();
    expect(forward).toMatchObject({ state: 'waiting', attempts: 1, history: [{ error: 'HTTP 503' }] });
    expect((forward?.nextAt ?? 0) - Date.now()).toBeGreaterThan(3_590_000);
    expect(mail).toMatchObject({ state: 'waiting', history: [{ error: 'Error: no line' }] });
    expect(log.warn).toHaveBeenCalledTimes(2);
  });

  it('gives up what was refused, with an error in the log', async () => {
    const store = await testStore();
    const reference = await send(store);
    const { log } = start(store, { forward: async () => ({ result: 'refused', error: 'HTTP 422' }) });
    await vi.waitFor(async () => expect(await states(store)).toEqual(['refused']), PATIENCE);
    const facts = { reference, channel: 'forward', attempts: 1, reason: 'HTTP 422' };
    expect(log.error).toHaveBeenCalledExactlyOnceWith(facts, 'a delivery was refused');
  });

  it('starts a new application within a second while seventeen wait for a receiver that is down', async () => {
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
      LOOK_EVERY_MS,
    );
    await vi.waitFor(() => expect(new Set(begun).size).toBe(17), PATIENCE);
    const reference = await send(store);
    await vi.waitFor(() => expect(begun).toContain(reference), 2 * LOOK_EVERY_MS);
  });

  it('drains a full outbox at ten or more a second', async () => {
    const store = await testStore();
    for (let index = 0; index < 40; index++) await send(store);
    start(store, { forward: () => wait(300, delivered) }, LOOK_EVERY_MS);
    const startedAt = performance.now();
    const isDrained = async () => expect(new Set(await states(store))).toEqual(new Set(['delivered']));
    await vi.waitFor(isDrained, PATIENCE);
    expect(performance.now() - startedAt).toBeLessThan(4000);
  });

  it('starts a new application while the repeated attempts of many others hang', async () => {
    const store = await testStore();
    for (let index = 0; index < PLACES; index++) await send(store);
    for (const taken of await store.deliveries.take({ channels: ['forward'], limit: PLACES, leaseMs: 1 }))
      await store.deliveries.settle(taken, { at: 0, result: 'again', nextAt: 0 });
    const begun: string[] = [];
    start(store, {
      forward: ({ reference }, { signal }) => {
        begun.push(reference);
        return wait(1e6, delivered, { signal });
      },
    });
    await vi.waitFor(() => expect(begun).toHaveLength(RETRY_PLACES), PATIENCE);
    const reference = await send(store);
    await vi.waitFor(() => expect(begun).toContain(reference), PATIENCE);
    expect(begun).toHaveLength(RETRY_PLACES + 1);
  });

  it('mails while the receiver of forwards hangs', async () => {
    const store = await testStore();
    for (let index = 0; index < PLACES + 1; index++) await send(store, ['forward', 'mail-group']);
    const { results } = start(store, {
      forward: (_application, { signal }) => wait(1e6, delivered, { signal }),
      'mail-group': async () => delivered,
    });
    await vi.waitFor(() => expect(results).toHaveLength(PLACES + 1), PATIENCE);
  });

  it('sends no receipt while notices to the group fill their places', async () => {
    const store = await testStore();
    for (let index = 0; index <= PLACES; index++) await send(store, ['mail-group', 'mail-applicant']);
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
    await vi.waitFor(() => expect(mails).toHaveLength(PLACES), PATIENCE);
    await wait(50);
    expect(new Set(mails)).toEqual(new Set(['notice']));
    gate.resolve();
    await vi.waitFor(
      () => expect(mails.filter((mail) => mail === 'receipt')).toHaveLength(PLACES + 1),
      PATIENCE,
    );
  });

  it('leaves channels alone that are not configured', async () => {
    const store = await testStore();
    await send(store, ['forward', 'mail-applicant']);
    start(store, { 'mail-applicant': async () => delivered });
    await vi.waitFor(async () => expect(await states(store)).toEqual(['waiting', 'delivered']), PATIENCE);
  });

  it('renews nothing of an application that was removed meanwhile, and goes on', async () => {
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

describe('an ordered end', () => {
  it('waits for what is under way', async () => {
    const store = await testStore();
    await send(store);
    let isBegun = false;
    const { stop } = start(store, {
      forward: async () => {
        isBegun = true;
        await wait(50);
        return delivered;
      },
    });
    await vi.waitFor(() => expect(isBegun).toBe(true), PATIENCE);
    await stop();
    expect(await states(store)).toEqual(['delivered']);
  });

  it('that is hurried gives it back, due at once', async () => {
    const store = await testStore();
    await send(store);
    let isBegun = false;
    const { stop } = start(store, {
      forward: async (_application, { signal }) => {
        isBegun = true;
        await wait(1e6, undefined, { signal });
        return delivered;
      },
    });
    await vi.waitFor(() => expect(isBegun).toBe(true), PATIENCE);
    await stop({ isHurried: true });
    const [delivery] = await store.deliveries.list();
    expect(delivery).toMatchObject({ state: 'waiting', attempts: 0, history: [] });
    expect(delivery?.nextAt).toBeLessThanOrEqual(Date.now());
  });
});
