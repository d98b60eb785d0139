import type { LogConfig } from 'kysely';

/** Called after each query. */
export type OnQuery = (seconds: number) => void;

export const queryLog =
  (onQuery: OnQuery = () => undefined): LogConfig =>
  ({ queryDurationMillis }) =>
    onQuery(queryDurationMillis / 1000);
