import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { PARTS } from '../store/away.ts';
import type { OnQuery } from '../store/engine/query-log.ts';
import type { Store } from '../store/index.ts';

/** Upper bounds of the durations that are told apart, in seconds: a query ends after 5. */
const BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

/** Queries of the database, and what came of them. */
export function createQueryFigures(registry: Registry): OnQuery {
  const registers = [registry];
  const queries = new Counter({
    name: 'plinth_database_queries_total',
    help: 'Queries of the database: ok, failed.',
    labelNames: ['result'],
    registers,
  });
  const durations = new Histogram({
    name: 'plinth_database_query_duration_seconds',
    help: 'Seconds that queries of the database took, without the wait for a connection.',
    buckets: BOUNDS,
    registers,
  });
  return (result, seconds) => {
    queries.inc({ result });
    durations.observe(seconds);
  };
}

/** What is away, and the connections of a database that is a server. Each process has connections of its own. */
export function registerStoreFigures(
  registry: Registry,
  { away, connections }: Pick<Store, 'away' | 'connections'>,
): void {
  new Gauge({
    name: 'plinth_store_away',
    help: '1 where a part of the store did not answer when it was last asked.',
    labelNames: ['part'],
    aggregator: 'max',
    registers: [registry],
    collect() {
      const now = away();
      for (const part of PARTS) this.set({ part }, Number(now.includes(part)));
    },
  });
  if (!connections) return;
  new Gauge({
    name: 'plinth_database_connections',
    help: 'Connections to the database: busy, idle; waiting are the queries that wait for one.',
    labelNames: ['state'],
    aggregator: 'sum',
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(connections())) this.set({ state }, count);
    },
  });
}
