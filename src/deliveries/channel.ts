import type { SentApplication } from '../store/applications/applications.ts';
import type { Attempt, Recipients } from '../store/applications/deliveries.ts';

/**
 * Result of a delivery attempt. `delivered`: the receiver has the application, `error` is a remark. `again`: retry later, not before
 * `afterMs` if the receiver set it. `refused`: retrying is useless. `isUnconfirmed`: everything was sent, but no reply came.
 */
export type AttemptResult = Pick<Attempt, 'result' | 'error'> & {
  afterMs?: number;
  isUnconfirmed?: boolean;
  recipients?: Recipients;
};

/** `signal` aborts the attempt. `recipients` are the results of earlier attempts. */
export type AttemptOptions = { signal: AbortSignal; recipients: Recipients };

/** Delivers an application to one receiver, and ends in bounded time. A rejection counts as `again`. */
export type Deliver = (application: SentApplication, options: AttemptOptions) => Promise<AttemptResult>;
