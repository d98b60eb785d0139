import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Store } from '../store/index.ts';
import type { Channel } from '../store/tables.ts';
import { readyDraft, testStore, values } from '../store/testing/index.ts';
import type { Deliver, Outcome } from './channel.ts';
import { MOST_AT_ONCE, startDeliveryWorker } from './delivery-worker.ts';

const delivered: Outcome = { result: 'delivered' };

async function send(store: Store, channels: Channel[] = ['forward']): Promise<string> {
  const { id, submitKey } = await readyDraft(store, Date.now());
  const receipt = await store.applications.submit(id, submitKey, values, Date.now(), { channels });
  if ('refused' in receipt) throw new Error(receipt.refused);
  return receipt.reference;
}

function start(store: Store, channels: Partial<Record<Channel, Deliver>>) {
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const results: string[] = [];
  const stop = startDeliveryWorker({
    store,
    channels,
    log,
    onAttempt: (channel, result) => results.push(`${channel} ${result}`),
    lookEveryMs: 5,
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
    await vi.waitFor(() => expect(got).toEqual([`${before} 1`]));
    const after = await send(store);
    await vi.waitFor(async () => expect(await states(store)).toEqual(['delivered', 'delivered']));
    expect(got).toEqual([`${before} 1`, `${after} 1`]);
    expect(results).toEqual(['forward delivered', 'forward delivered']);
  });

  it('makes only so many deliveries at once', async () => {
    const store = await testStore();
    for (let index = 0; index < 7; index++) await send(store);
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
    await vi.waitFor(async () => expect(new Set(await states(store))).toEqual(new Set(['delivered'])));
    expect(most).toBe(MOST_AT_ONCE);
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
    await vi.waitFor(() => expect(results.sort()).toEqual(['forward again', 'mail-group again']));
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
    await vi.waitFor(async () => expect(await states(store)).toEqual(['refused']));
    const facts = { reference, channel: 'forward', attempts: 1, reason: 'HTTP 422' };
    expect(log.error).toHaveBeenCalledExactlyOnceWith(facts, 'a delivery was refused');
  });

  it('tries a receiver that failed one delivery at a time, so that others are not held up', async () => {
    const store = await testStore();
    for (let index = 0; index < 6; index++) await send(store, ['forward']);
    let atOnce = 0;
    let calls = 0;
    const most: number[] = [];
    start(store, {
      forward: async (_application, { signal }) => {
        calls += 1;
        if (calls <= MOST_AT_ONCE) return { result: 'again', error: 'down', afterMs: 60_000 };
        most.push(++atOnce);
        await wait(1e6, undefined, { signal });
        return delivered;
      },
      'mail-applicant': async () => delivered,
    });
    await vi.waitFor(() => expect(most).toEqual([1]));
    await send(store, ['mail-applicant']);
    await vi.waitFor(async () => expect(await states(store)).toContain('delivered'));
    expect(most).toEqual([1]);
  });

  it('leaves channels alone that are not configured', async () => {
    const store = await testStore();
    await send(store, ['forward', 'mail-applicant']);
    start(store, { 'mail-applicant': async () => delivered });
    await vi.waitFor(async () => expect(await states(store)).toEqual(['waiting', 'delivered']));
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
    await vi.waitFor(async () => expect(await states(store)).toEqual([]));
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
    await vi.waitFor(() => expect(isBegun).toBe(true));
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
    await vi.waitFor(() => expect(isBegun).toBe(true));
    await stop({ isHurried: true });
    const [delivery] = await store.deliveries.list();
    expect(delivery).toMatchObject({ state: 'waiting', attempts: 0, history: [] });
    expect(delivery?.nextAt).toBeLessThanOrEqual(Date.now());
  });
});
