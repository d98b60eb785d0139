/**
 * What primary and workers tell each other over node:cluster's channel, in the order in which it is sent. A message of
 * another type (prom-client sends its own) is not meant for these.
 */

/** What a worker may ask the primary for; each is answered by a text. */
export type Question = 'metrics';

export type ToWorker =
  /** The first one: the content backend's address, and whether this worker does the housekeeping for all. */
  | { type: 'start'; baseUrl: string; isHousekeeper: boolean }
  /** Comes with a socket, unless its client has gone meanwhile. */
  | { type: 'connection'; id: number }
  /** Ends the worker once its requests are answered; `isHurried`: without waiting for idle connections. */
  | { type: 'drain'; isHurried: boolean }
  | { type: 'answer'; id: number; text?: string; reason?: string };

export type ToPrimary =
  /** Has got a connection, before anything of it is read. */
  | { type: 'taken'; id: number }
  /** Takes connections. */
  | { type: 'listening' }
  /** Has its content, too. */
  | { type: 'ready' }
  | { type: 'question'; id: number; about: Question };
