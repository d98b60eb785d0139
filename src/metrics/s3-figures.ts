import { Counter, Histogram, type Registry } from 'prom-client';
import type { OnCall } from '../s3/caller.ts';

/** Upper bounds of the durations that are told apart, in seconds: silence ends a try after 10, the whole of one 60. */
const BOUNDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];

/** Tries to call the S3-compatible store, by operation (put, get, delete, list) and what came of them. */
export function createS3Figures(registry: Registry): OnCall {
  const registers = [registry];
  const calls = new Counter({
    name: 'plinth_s3_calls_total',
    help: 'Calls of the S3 store, each try counted: ok, missing (no such key), refused, failed (by the store), noAnswer.',
    labelNames: ['operation', 'result'],
    registers,
  });
  const durations = new Histogram({
    name: 'plinth_s3_call_duration_seconds',
    help: 'Seconds that tries to call the S3 store took, by operation; of a file that is read, until its answer begins.',
    labelNames: ['operation'],
    buckets: BOUNDS,
    registers,
  });
  return (operation, result, seconds) => {
    calls.inc({ operation, result });
    durations.observe({ operation }, seconds);
  };
}
