import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { repeat } from '../../lib/async.ts';
import type { Attempt, LeasedDelivery } from '../store/applications/deliveries.ts';
import { channels as allChannels, type Channel } from '../store/engine/tables.ts';
import type { Store } from '../store/index.ts';
import type { Deliver } from './deliver-one.ts';
import { deliverOne, LEASE_MS } from './deliver-one.ts';

/** Maximum concurrent deliveries of a channel in one process. */
export const MAX_CONCURRENT = 8;
/** Maximum concurrent retries of a channel, so that a hung receiver leaves room for new applications. */
export const MAX_CONCURRENT_RETRIES = 4;
/** Polling interval. A full outbox is drained in steps, so that pages are served in between. */
export const POLL_INTERVAL_MS = 500;
/** Maximum time that a shutdown waits for running deliveries. */
const SHUTDOWN_GRACE_MS = 5000;

type Parts = {
  store: Pick<Store, 'deliveries' | 'applications' | 'now'>;
  channels: Partial<Record<Channel, Deliver>>;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  onAttempt?: (channel: Channel, result: Attempt['result']) => void;
  pollIntervalMs?: number;
};

type Running = { channel: Channel; isRetry: boolean; abort: AbortController };

/** Delivers due rows of the outbox until the returned function is called. Each channel has its own concurrency limits. */
export function startDeliveryWorker({
  store,
  channels,
  log,
  onAttempt,
  pollIntervalMs = POLL_INTERVAL_MS,
}: Parts) {
  const running = new Map<Promise<void>, Running>();
  let isStopped = false;

  function capacityOf(channel: Channel) {
    const own = [...running.values()].filter((one) => one.channel === channel);
    const retries = own.filter(({ isRetry }) => isRetry).length;
    return { limit: MAX_CONCURRENT - own.length, retries: MAX_CONCURRENT_RETRIES - retries };
  }

  function begin(delivery: LeasedDelivery, deliver: Deliver): void {
    const { channel, attempts } = delivery;
    const abort = new AbortController();
    const done = deliverOne({ store, deliver, log, delivery, abort })
      .then((result) => result && onAttempt?.(channel, result))
      .catch((error: Error) => log.error({ reason: error.message }, 'could not record a delivery attempt'))
      .finally(() => running.delete(done));
    running.set(done, { channel, isRetry: attempts > 1, abort });
  }

  /** Leases due deliveries. Receipts come last, and wait while notices use all their slots. */
  async function poll(): Promise<void> {
    for (const channel of allChannels) {
      const deliver = channels[channel];
      if (!deliver || isStopped) continue;
      if (channel === 'mail-applicant' && capacityOf('mail-group').limit === 0) continue;
      const request = { channels: [channel], ...capacityOf(channel), leaseMs: LEASE_MS };
      for (const delivery of await store.deliveries.lease(request)) begin(delivery, deliver);
    }
  }

  const stopPolling = repeat(poll, pollIntervalMs, (reason) => {
    if (reason !== undefined) log.error({ reason }, 'could not read the outbox');
  });
  return async function stop({ isHurried = false } = {}): Promise<void> {
    isStopped = true;
    await stopPolling();
    const all = Promise.all(running.keys());
    if (!isHurried) await Promise.race([all, wait(SHUTDOWN_GRACE_MS, undefined, { ref: false })]);
    for (const { abort } of running.values()) abort.abort();
    await all;
  };
}
