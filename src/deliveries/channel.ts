import type { SentApplication } from '../store/applications/applications.ts';

/**
 * Result of a delivery attempt. `delivered`: the receiver has the application, `error` is a remark. `again`: retry later, not before
 * `afterMs` if the receiver set it. `refused`: retrying is useless.
 */
export type AttemptResult =
  | { result: 'delivered'; error?: string }
  | { result: 'again'; error: string; afterMs?: number }
  | { result: 'refused'; error: string };

/** `signal` aborts the attempt. `onProgress` is called while data moves; it renews the lease. */
export type AttemptOptions = { signal: AbortSignal; onProgress: () => void };

/** Delivers an application to one receiver. A rejection counts as `again`. */
export type Deliver = (application: SentApplication, options: AttemptOptions) => Promise<AttemptResult>;
