import type { SentApplication } from '../store/applications/applications.ts';

/**
 * What came of one try to deliver an application. `delivered`: the receiver has it; `error` then says what else to know.
 * `again`: it may succeed later, at the earliest after `afterMs` where the receiver said so. `refused`: it never will.
 */
export type Outcome =
  | { result: 'delivered'; error?: string }
  | { result: 'again'; error: string; afterMs?: number }
  | { result: 'refused'; error: string };

/** `signal` ends the try; `onProgress` is called while it gets on, so that its lease is renewed. */
export type Try = { signal: AbortSignal; onProgress: () => void };

/** Sends an application to one receiver. What it throws counts as `again`. */
export type Deliver = (application: SentApplication, attempt: Try) => Promise<Outcome>;
