import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { ForwardSettings, MailSettings } from '../../config/config.ts';
import { repeat } from '../../lib/async.ts';
import { formatCount } from '../../lib/messages.ts';
import type { SentApplication } from '../store/applications/applications.ts';
import type {
  Attempt,
  AttemptOptions,
  AttemptResult,
  LeasedDelivery,
} from '../store/applications/deliveries.ts';
import { channels as allChannels, type Channel } from '../store/engine/tables.ts';
import type { Store } from '../store/index.ts';
import { createForward } from './forward/forward.ts';
import { createMailChannels, type MailOptions } from './mail/mail.ts';

type OnAttempt = (channel: Channel, result: Attempt['result']) => void;
type DeliveryOptions = Omit<MailOptions, 'mail' | 'timeouts'> & {
  forward?: ForwardSettings;
  mail?: MailSettings;
  store: Store;
  log: Logger;
  onAttempt: OnAttempt;
};

/** Sets up delivery to the configured channels. Each one gets an outbox row per application. */
export function createDeliveries({ forward, mail, ...parts }: DeliveryOptions) {
  const mails = mail && createMailChannels({ ...parts, mail });
  const deliverers: Partial<Record<Channel, Deliver>> = {
    ...(forward && { forward: createForward({ forward, fileStore: parts.store.fileStore }) }),
    ...mails?.channels,
  };
  return {
    channels: allChannels.filter((channel) => channel in deliverers),
    /** Starts delivering. Call it in only one process per machine. Returns a stop function. */
    start() {
      const stop = startDeliveryWorker({ ...parts, channels: deliverers });
      return (order: { isHurried: boolean }) => stop(order).finally(mails?.close);
    },
  };
}

/** Attempts a delivery in bounded time. A rejection counts as `again`. */
export type Deliver = (application: SentApplication, options: AttemptOptions) => Promise<AttemptResult>;

/** Lease lifetime, which is renewed while the attempt runs. */
export const LEASE_MS = 60_000;
const RENEW_INTERVAL_MS = 15_000;
/** Maximum retries of an email whose server never replied: every copy may have arrived. */
export const MAX_UNCONFIRMED_REPEATS = 3;
const FIRST_RETRY_MS = 5000;
export const MAX_RETRY_MS = 3_600_000;
/** Maximum random extension of a delay, as a share, so that deliveries that failed together are not retried together. */
const MAX_JITTER = 0.2;

type Environment = {
  store: Pick<Store, 'deliveries' | 'applications' | 'now'>;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
};
type RunningDelivery = Environment & {
  deliver: Deliver;
  delivery: LeasedDelivery;
  /** Aborts the attempt and releases an unfinished delivery. */
  abort: AbortController;
};

/** Attempts one delivery and records the result. Returns undefined if it was released, removed, or leased by another process. */
export async function deliverOne(running: RunningDelivery): Promise<Attempt['result'] | undefined> {
  const { store, delivery, abort, log } = running;
  const outcome = limitUnconfirmedRepeats(delivery, await runAttempt(running));
  if (abort.signal.aborted && outcome?.result !== 'delivered' && !outcome?.isUnconfirmed) {
    await store.deliveries.release(delivery);
    return undefined;
  }
  // The application and its deliveries were removed.
  if (!outcome) return undefined;
  const { afterMs, ...finished } = outcome;
  const at = store.now();
  const nextAt = outcome.result === 'again' ? at + retryDelayMs(delivery.attempts, afterMs) : undefined;
  if (!(await store.deliveries.recordAttempt(delivery, { ...finished, at, nextAt }))) return undefined;
  logAttempt(log, delivery, outcome, nextAt);
  return outcome.result;
}

function limitUnconfirmedRepeats({ unconfirmed }: LeasedDelivery, outcome: AttemptResult | undefined) {
  if (!outcome?.isUnconfirmed || unconfirmed < MAX_UNCONFIRMED_REPEATS) return outcome;
  const error = `${outcome.error}: sent ${formatCount(unconfirmed + 1, 'time')}, may have arrived`;
  return { ...outcome, result: 'refused' as const, error };
}

/** Returns the delay after attempt number `attempts` (from 1). It doubles up to `MAX_RETRY_MS` and is at least `afterMs`. */
export function retryDelayMs(attempts: number, afterMs = 0, random = Math.random): number {
  const doubled = Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), MAX_RETRY_MS);
  return Math.max(Math.round(doubled * (1 + MAX_JITTER * random())), afterMs);
}

/** Runs an attempt. Renews its lease meanwhile, and aborts the attempt if the lease expires or is lost. */
async function runAttempt(running: RunningDelivery): Promise<AttemptResult | undefined> {
  const { store, deliver, delivery, abort } = running;
  const application = await store.applications.get(delivery.reference);
  if (!application) return undefined;
  const lease = new AbortController();
  const expiry = setTimeout(() => lease.abort(), LEASE_MS);
  const renewal = setInterval(() => {
    store.deliveries.renew(delivery, LEASE_MS).then(
      (isOurs) => (isOurs ? expiry.refresh() : lease.abort()),
      () => undefined,
    );
  }, RENEW_INTERVAL_MS);
  try {
    const signal = AbortSignal.any([abort.signal, lease.signal]);
    return await deliver(application, { signal, recipients: delivery.recipients });
  } catch (error) {
    return { result: 'again', error: lease.signal.aborted ? 'timed out' : String(error) };
  } finally {
    clearTimeout(expiry);
    clearInterval(renewal);
  }
}

function logAttempt(
  log: Environment['log'],
  { reference, channel, attempts }: LeasedDelivery,
  { result, error: reason }: AttemptResult,
  nextAt = 0,
): void {
  const facts = { reference, channel, attempts, reason };
  if (result === 'delivered') log.info(facts, 'delivered');
  else if (result === 'refused') log.error(facts, 'delivery refused');
  else log.warn({ ...facts, nextAt: new Date(nextAt).toISOString() }, 'delivery failed');
}

/** Maximum concurrent deliveries per channel and process. */
export const MAX_CONCURRENT_DELIVERIES = 8;
/** Maximum concurrent retries per channel, so that a hung receiver leaves room for new applications. */
export const MAX_CONCURRENT_RETRIES = 4;
/** Polling interval. The outbox is drained in batches, so that pages are served in between. */
export const POLL_INTERVAL_MS = 500;
/** Maximum time that a shutdown waits for running deliveries. */
const SHUTDOWN_GRACE_MS = 5000;

type WorkerOptions = Environment & {
  channels: Partial<Record<Channel, Deliver>>;
  onAttempt?: OnAttempt;
  pollIntervalMs?: number;
};

/** Delivers due outbox rows until the returned function is called. */
export function startDeliveryWorker({
  store,
  channels,
  log,
  onAttempt,
  pollIntervalMs = POLL_INTERVAL_MS,
}: WorkerOptions) {
  const running = new Map<Promise<void>, RunningDelivery>();
  let isStopped = false;

  function freeSlots(channel: Channel) {
    const own = [...running.values()].filter(({ delivery }) => delivery.channel === channel);
    const retries = own.filter(({ delivery }) => delivery.attempts > 1).length;
    return { limit: MAX_CONCURRENT_DELIVERIES - own.length, retries: MAX_CONCURRENT_RETRIES - retries };
  }

  function startDelivery(delivery: LeasedDelivery, deliver: Deliver): void {
    const one = { store, deliver, log, delivery, abort: new AbortController() };
    const done = deliverOne(one)
      .then((result) => result && onAttempt?.(delivery.channel, result))
      .catch((error: Error) => log.error({ reason: error.message }, 'could not record a delivery attempt'))
      .finally(() => running.delete(done));
    running.set(done, one);
  }

  /** Leases and starts due deliveries. Receipts come last, and wait while notices use all their slots. */
  async function poll(): Promise<void> {
    for (const channel of allChannels) {
      const deliver = channels[channel];
      if (!deliver || isStopped) continue;
      if (channel === 'mail-applicant' && freeSlots('mail-group').limit === 0) continue;
      const request = { channels: [channel], ...freeSlots(channel), leaseMs: LEASE_MS };
      for (const delivery of await store.deliveries.lease(request)) startDelivery(delivery, deliver);
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
