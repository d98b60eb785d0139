import type { LogConfig } from 'kysely';

/** Is told of each query that a connection has answered or failed to answer, with its duration in seconds. */
export type OnQuery = (result: 'ok' | 'failed', seconds: number) => void;

export const queryLog =
  (onQuery: OnQuery = () => undefined): LogConfig =>
  ({ level, queryDurationMillis }) =>
    onQuery(level === 'query' ? 'ok' : 'failed', queryDurationMillis / 1000);
