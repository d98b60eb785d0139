/**
 * What primary and workers tell each other over node:cluster's channel, in the order in which it is sent. A message of
 * another type (prom-client sends its own) is not meant for these.
 */

/** What a worker may ask the primary for; each is answered by a text. */
export type Question = 'metrics';

export type ToWorker =
  /** The first one: the content backend's address, and whether this worker does the housekeeping for all. */
  | { type: 'start'; baseUrl: string; isHousekeeper: boolean }
  /**
   * Each further answer is the last of its connection; node:cluster's own word to close the server follows at once.
   * `isHurried`: idle connections are not waited for.
   */
  | { type: 'drain'; isHurried: boolean }
  | { type: 'answer'; id: number; text?: string; reason?: string };

export type ToPrimary =
  /** Does not hang. */
  | { type: 'alive' }
  /** Has its content. */
  | { type: 'ready' }
  | { type: 'question'; id: number; about: Question };
