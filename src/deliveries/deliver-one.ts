import type { Logger } from 'pino';
import type { Attempt, TakenDelivery } from '../store/applications/deliveries.ts';
import type { Store } from '../store/index.ts';
import type { Deliver, Outcome } from './channel.ts';
import { againMs } from './retry-delay.ts';

/** How long a delivery belongs to the process that took it, in milliseconds; while bytes go on it is renewed. */
export const LEASE_MS = 60_000;
const RENEW_EVERY_MS = 15_000;

type Parts = {
  store: Pick<Store, 'deliveries' | 'applications' | 'now'>;
  deliver: Deliver;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  taken: TakenDelivery;
  /** Ends the try: what was not delivered is given back. */
  abort: AbortController;
};

/** Tries one delivery and notes what came of it; undefined where it was given back, or has become another process's. */
export async function deliverOne(parts: Parts): Promise<Attempt['result'] | undefined> {
  const { store, taken, abort, log } = parts;
  const outcome = await attempt(parts);
  if (abort.signal.aborted && outcome?.result !== 'delivered') {
    await store.deliveries.release(taken);
    return undefined;
  }
  // The application has been removed, and the delivery with it.
  if (!outcome) return undefined;
  const at = store.now();
  const nextAt = outcome.result === 'again' ? at + againMs(taken.attempts, outcome.afterMs) : undefined;
  const { result, error } = outcome;
  if (!(await store.deliveries.settle(taken, { at, result, error, nextAt }))) return undefined;
  tell(log, taken, outcome, nextAt);
  return result;
}

/** What the channel says of it; its lease ends the try where it could not be renewed. */
async function attempt({ store, deliver, taken, abort }: Parts): Promise<Outcome | undefined> {
  const application = await store.applications.get(taken.reference);
  if (!application) return undefined;
  const lease = new AbortController();
  const end = setTimeout(() => lease.abort(), LEASE_MS);
  let renewedAt = Date.now();
  const onProgress = (): void => {
    if (Date.now() - renewedAt < RENEW_EVERY_MS) return;
    renewedAt = Date.now();
    store.deliveries.renew(taken, LEASE_MS).then(
      (isOurs) => (isOurs ? end.refresh() : lease.abort()),
      () => undefined,
    );
  };
  try {
    return await deliver(application, { signal: AbortSignal.any([abort.signal, lease.signal]), onProgress });
  } catch (error) {
    return { result: 'again', error: lease.signal.aborted ? 'it took too long' : String(error) };
  } finally {
    clearTimeout(end);
  }
}

function tell(
  log: Parts['log'],
  { reference, channel, attempts }: TakenDelivery,
  { result, error: reason }: Outcome,
  nextAt?: number,
): void {
  const facts = { reference, channel, attempts, reason };
  if (result === 'delivered') log.info(facts, 'delivered');
  else if (result === 'refused') log.error(facts, 'a delivery was refused');
  else log.warn({ ...facts, nextAt: new Date(nextAt ?? 0).toISOString() }, 'a delivery failed');
}
