import type { ContentChange } from '../backend/content-hook.ts';

type ContentChanged = { type: 'contentChanged'; change: ContentChange };

export type ToWorker =
  | { type: 'start'; baseUrl: string; isHousekeeper: boolean }
  | { type: 'drain'; isHurried: boolean }
  /** Metrics of all workers, or the reason why they are missing. */
  | { type: 'metrics'; text?: string; reason?: string }
  | ContentChanged;

export type ToPrimary =
  /** Heartbeat. */
  | { type: 'alive' }
  /** The worker has its content. */
  | { type: 'ready' }
  /** Asks for the metrics of all workers. */
  | { type: 'metrics' }
  /** Asks for a broadcast to all workers. */
  | ContentChanged;

export const HEARTBEAT_MS = 1000;
