import { Counter, Histogram, type Registry } from 'prom-client';
import type { OnCall } from '../s3/bucket.ts';

/** Upper bounds of the durations that are told apart, in seconds: a call ends after 60. */
const BOUNDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];

/** Calls of the S3-compatible store, by operation (put, get, delete, list) and result. */
export function createS3Figures(registry: Registry): OnCall {
  const registers = [registry];
  const calls = new Counter({
    name: 'plinth_s3_calls_total',
    help: 'Calls of the S3 store with all their attempts: ok, missing (no such key), refused, failed (by the store), noAnswer.',
    labelNames: ['operation', 'result'],
    registers,
  });
  const durations = new Histogram({
    name: 'plinth_s3_call_duration_seconds',
    help: 'Seconds that calls of the S3 store took with all their attempts, by operation.',
    labelNames: ['operation'],
    buckets: BOUNDS,
    registers,
  });
  return (operation, result, seconds) => {
    calls.inc({ operation, result });
    durations.observe({ operation }, seconds);
  };
}
