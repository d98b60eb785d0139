import { Counter, type Metric, type Registry } from 'prom-client';
import {
  methodClass,
  methodClasses,
  type RequestKind,
  requestKinds,
  resultOf,
  results,
} from './request-kinds.ts';

/** Upper bounds of the durations that are told apart, in seconds: a cached page needs less than the first. */
const BOUNDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const DURATIONS = 'plinth_request_duration_seconds';

const rowOf = Object.fromEntries(requestKinds.map((kind, row) => [kind, row])) as Record<RequestKind, number>;

/**
 * Requests and how long they took, counted in plain arrays: a cached page is answered in less time than a labelled
 * counter would take. They become metrics when they are asked for.
 */
export function createRequestFigures(registry: Registry) {
  const counts = new Float64Array(requestKinds.length * methodClasses.length * results.length);
  const buckets = new Float64Array(requestKinds.length * (BOUNDS.length + 1));
  const seconds = new Float64Array(requestKinds.length);

  registerCounts(registry, counts);
  // prom-client's own histogram can only be told of one duration after another.
  registry.registerMetric({
    name: DURATIONS,
    get: () => Promise.resolve(durationsOf(buckets, seconds)),
  } as unknown as Metric);

  /** Counts an answered request; `status` undefined where there was no answer, `ms` where its time means nothing. */
  return function count(
    kind: RequestKind,
    method: string | undefined,
    status: number | undefined,
    ms?: number,
  ): void {
    const row = rowOf[kind];
    const cell = (row * methodClasses.length + methodClass(method)) * results.length + resultOf(status);
    counts[cell] = (counts[cell] ?? 0) + 1;
    if (ms === undefined) return;
    const at = row * (BOUNDS.length + 1) + bucketOf(ms / 1000);
    buckets[at] = (buckets[at] ?? 0) + 1;
    seconds[row] = (seconds[row] ?? 0) + ms / 1000;
  };
}

function bucketOf(duration: number): number {
  let bucket = 0;
  while (bucket < BOUNDS.length && duration > (BOUNDS[bucket] ?? 0)) bucket += 1;
  return bucket;
}

const registerCounts = (registry: Registry, counts: Float64Array) =>
  new Counter({
    name: 'plinth_requests_total',
    help: 'Requests by what they were for, the class of their method and of their status (cut: nobody was left to answer).',
    labelNames: ['kind', 'method', 'status'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [cell, value] of counts.entries()) {
        if (value > 0) this.inc(labelsOf(cell), value);
      }
    },
  });

function labelsOf(cell: number) {
  const status = results[cell % results.length] ?? '';
  const rest = Math.floor(cell / results.length);
  const method = methodClasses[rest % methodClasses.length] ?? '';
  return { kind: requestKinds[Math.floor(rest / methodClasses.length)] ?? '', method, status };
}

/** All durations, in the shape in which prom-client reads and aggregates a histogram. */
function durationsOf(buckets: Float64Array, seconds: Float64Array) {
  const values = requestKinds.flatMap((kind, row) => {
    const start = row * (BOUNDS.length + 1);
    return seriesOf(kind, [...buckets.subarray(start, start + BOUNDS.length + 1)], seconds[row] ?? 0);
  });
  const help = 'Seconds from the head of a request to the end of its answer, by what it was for.';
  return { name: DURATIONS, help, type: 'histogram', aggregator: 'sum', values };
}

function seriesOf(kind: RequestKind, counts: number[], sum: number) {
  let count = 0;
  const cumulated = counts.map((value, index) => {
    count += value;
    return { metricName: `${DURATIONS}_bucket`, labels: { le: BOUNDS[index] ?? '+Inf', kind }, value: count };
  });
  if (count === 0) return [];
  return [
    ...cumulated,
    { metricName: `${DURATIONS}_sum`, labels: { kind }, value: sum },
    { metricName: `${DURATIONS}_count`, labels: { kind }, value: count },
  ];
}
