import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { onChange } from '../lib/on-change.ts';
import type { Attempt } from '../store/deliveries.ts';
import type { Store } from '../store/index.ts';
import { channels as allChannels, type Channel } from '../store/tables.ts';
import type { Deliver } from './channel.ts';
import { deliverOne, LEASE_MS } from './deliver-one.ts';

/** Deliveries that one process makes at the same time. */
export const MOST_AT_ONCE = 4;
/**
 * The time between two looks for a due delivery, in milliseconds. Each look begins one, because a delivery may wait and a page may
 * not: with a full outbox delivered at once, one page in a hundred took five times as long (`npm run test:deliveries`).
 */
export const LOOK_EVERY_MS = 1000;
/** How long an ordered end waits for deliveries under way, in milliseconds. */
export const GRACE_MS = 5000;

type Parts = {
  store: Pick<Store, 'deliveries' | 'applications' | 'now'>;
  channels: Partial<Record<Channel, Deliver>>;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  onAttempt?: (channel: Channel, result: Attempt['result']) => void;
  lookEveryMs?: number;
};

/**
 * Delivers what the outbox holds, from now on. A channel whose last try failed gets one place of `MOST_AT_ONCE`, so that a receiver
 * which hangs does not hold up the others. Gives what ends it.
 */
export function startDeliveryWorker({ store, channels, log, onAttempt, lookEveryMs = LOOK_EVERY_MS }: Parts) {
  const running = new Map<Promise<void>, { channel: Channel; abort: AbortController }>();
  const failing = new Set<Channel>();
  const names = allChannels.filter((name) => channels[name]);
  const tell = onChange((reason: string | undefined) => {
    if (reason !== undefined) log.error({ reason }, 'could not look for deliveries');
  });
  const over = new AbortController();

  const at = (channel: Channel): number =>
    [...running.values()].filter((one) => one.channel === channel).length;

  async function takeOne(of: readonly Channel[]): Promise<void> {
    if (of.length === 0 || running.size >= MOST_AT_ONCE || over.signal.aborted) return;
    for (const taken of await store.deliveries.take({ channels: of, limit: 1, leaseMs: LEASE_MS })) {
      const { channel } = taken;
      const abort = new AbortController();
      const deliver = channels[channel] as Deliver;
      const done = deliverOne({ store, deliver, log, taken, abort })
        .then((result) => {
          if (result === 'again') failing.add(channel);
          else if (result === 'delivered') failing.delete(channel);
          if (result !== undefined) onAttempt?.(channel, result);
        })
        .catch((error: Error) => log.error({ reason: error.message }, 'could not note a delivery'))
        .finally(() => running.delete(done));
      running.set(done, { channel, abort });
    }
  }

  async function look(): Promise<void> {
    await takeOne(names.filter((name) => !failing.has(name)));
    await takeOne([...failing].filter((name) => at(name) === 0));
  }

  async function run(): Promise<void> {
    while (!over.signal.aborted) {
      tell(
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
