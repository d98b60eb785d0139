import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { onChange } from '../lib/on-change.ts';
import type { Attempt, TakenDelivery } from '../store/applications/deliveries.ts';
import { channels as allChannels, type Channel } from '../store/engine/tables.ts';
import type { Store } from '../store/index.ts';
import type { Deliver } from './channel.ts';
import { deliverOne, LEASE_MS } from './deliver-one.ts';

/** Deliveries of one channel that a process makes at the same time. */
export const PLACES = 8;
/** Places that repeated attempts may take: a receiver that hangs leaves the others to new applications. */
export const RETRY_PLACES = 4;
/** A first attempt starts within a second, and a full outbox is drained in steps between which pages are served. */
export const LOOK_EVERY_MS = 500;
/** Time that an ordered end waits for running deliveries. */
export const GRACE_MS = 5000;

type Parts = {
  store: Pick<Store, 'deliveries' | 'applications' | 'now'>;
  channels: Partial<Record<Channel, Deliver>>;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  onAttempt?: (channel: Channel, result: Attempt['result']) => void;
  lookEveryMs?: number;
};

type Running = { channel: Channel; isRetry: boolean; abort: AbortController };

/** Delivers what is in the outbox until the returned function is called. Each channel has places of its own. */
export function startDeliveryWorker({ store, channels, log, onAttempt, lookEveryMs = LOOK_EVERY_MS }: Parts) {
  const running = new Map<Promise<void>, Running>();
  const reportChange = onChange((reason: string | undefined) => {
    if (reason !== undefined) log.error({ reason }, 'could not look for deliveries');
  });
  const over = new AbortController();

  function placesOf(channel: Channel) {
    const own = [...running.values()].filter((one) => one.channel === channel);
    const retries = own.filter(({ isRetry }) => isRetry).length;
    return { limit: PLACES - own.length, retries: RETRY_PLACES - retries };
  }

  function begin(taken: TakenDelivery, deliver: Deliver): void {
    const { channel, attempts } = taken;
    const abort = new AbortController();
    const done = deliverOne({ store, deliver, log, taken, abort })
      .then((result) => result && onAttempt?.(channel, result))
      .catch((error: Error) => log.error({ reason: error.message }, 'could not note a delivery'))
      .finally(() => running.delete(done));
    running.set(done, { channel, isRetry: attempts > 1, abort });
  }

  /** Takes notices and forwards before receipts, which also wait while the notices fill the mail server's places. */
  async function look(): Promise<void> {
    for (const channel of allChannels) {
      const deliver = channels[channel];
      if (!deliver || over.signal.aborted) continue;
      if (channel === 'mail-applicant' && placesOf('mail-group').limit === 0) continue;
      const taking = { channels: [channel], ...placesOf(channel), leaseMs: LEASE_MS };
      for (const taken of await store.deliveries.take(taking)) begin(taken, deliver);
    }
  }

  async function run(): Promise<void> {
    while (!over.signal.aborted) {
      reportChange(
        await look().then(
          () => undefined,
          (error: Error) => error.message,
        ),
      );
      await wait(lookEveryMs, undefined, { signal: over.signal, ref: false }).catch(() => undefined);
    }
  }

  const ended = run();
  return async function stop({ isHurried = false } = {}): Promise<void> {
    over.abort();
    await ended;
    const all = Promise.all(running.keys());
    if (!isHurried) await Promise.race([all, wait(GRACE_MS, undefined, { ref: false })]);
    for (const { abort } of running.values()) abort.abort();
    await all;
  };
}
