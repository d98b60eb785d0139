import { Counter, collectDefaultMetrics, Registry } from 'prom-client';
import type { FailureKind } from '../failures.ts';
import { createBackendFigures } from './backend-figures.ts';
import { createContentHookFigures } from './content-hook-figures.ts';
import { createDeliveryFigures } from './delivery-figures.ts';
import { createFormFigures } from './form-figures.ts';
import { createRequestFigures } from './request-figures.ts';
import { createS3Figures } from './s3-figures.ts';
import { createQueryFigures } from './store-figures.ts';
import { createUploadFigures } from './upload-figures.ts';
import { registerWatchedFigures, type Watched } from './watched-figures.ts';

/** How often the delay of the event loop is looked at, in milliseconds. */
const PRECISION_MS = 20;

/** Counting every socket and every part of the heap costs more with each visitor and says little. */
const LEFT_OUT = /^plinth_nodejs_(?:active|heap_space)_/u;

/** Processor time, memory, descriptors, garbage collection and the delay of the event loop, as prom-client gives them. */
function registerProcessFigures(registry: Registry): void {
  collectDefaultMetrics({
    register: registry,
    prefix: 'plinth_',
    eventLoopMonitoringPrecision: PRECISION_MS,
  });
  for (const { name } of registry.getMetricsAsArray())
    if (LEFT_OUT.test(name)) registry.removeSingleMetric(name);
}

/**
 * The figures of one process: counts and durations, and nothing about single visitors. `registry` can be
 * aggregated with those of other processes: every gauge says how.
 */
export function createMetrics() {
  const registry = new Registry();
  const failures = new Counter({
    name: 'plinth_request_failures_total',
    help: 'Requests that failed, by kind: tooMany is a rate limit, busy and storage are the 503s.',
    labelNames: ['kind'],
    registers: [registry],
  });
  registerProcessFigures(registry);
  return {
    registry,
    request: createRequestFigures(registry),
    failed: (kind: FailureKind): void => failures.inc({ kind }),
    backend: createBackendFigures(registry),
    contentHook: createContentHookFigures(registry),
    form: createFormFigures(registry),
    deliveries: createDeliveryFigures(registry),
    uploads: createUploadFigures(registry),
    s3Called: createS3Figures(registry),
    queried: createQueryFigures(registry),
    /** Figures that other services keep are read from here on. */
    watch: (watched: Watched): void => registerWatchedFigures(registry, watched),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
