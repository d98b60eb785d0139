import type { ContentChange } from '../backend/content-hook.ts';

/**
 * Messages of primary and workers on node:cluster's channel, which keeps their order. prom-client sends messages of other
 * types there.
 */

export type ToWorker =
  /** The first message: the content backend's address, and whether this worker does the housekeeping for all. */
  | { type: 'start'; baseUrl: string; isHousekeeper: boolean }
  /**
   * Each further answer is the last of its connection; node:cluster's own message to close the server follows at once.
   * With `isHurried` idle connections are closed.
   */
  | { type: 'drain'; isHurried: boolean }
  /** The figures of all workers, or why there are none. */
  | { type: 'metrics'; text?: string; reason?: string }
  /** What the backend has told to a worker, this one or another, or to another machine. */
  | ContentChanged;

export type ToPrimary =
  /** The worker does not hang. */
  | { type: 'alive' }
  /** The worker has its content. */
  | { type: 'ready' }
  /** The worker wants the figures of all workers. */
  | { type: 'metrics' }
  /** All workers shall hear of it. */
  | ContentChanged;

type ContentChanged = { type: 'contentChanged'; change: ContentChange };
