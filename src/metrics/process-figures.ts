import { collectDefaultMetrics, type Registry } from 'prom-client';

const PREFIX = 'plinth_';

/** How often the delay of the event loop is looked at, in milliseconds. */
const PRECISION_MS = 20;

/** Counting every socket and every part of the heap costs more with each visitor and says little. */
const LEFT_OUT = [
  'nodejs_active_resources',
  'nodejs_active_resources_total',
  'nodejs_active_handles',
  'nodejs_active_handles_total',
  'nodejs_active_requests',
  'nodejs_active_requests_total',
  'nodejs_heap_space_size_total_bytes',
  'nodejs_heap_space_size_used_bytes',
  'nodejs_heap_space_size_available_bytes',
];

/** Processor time, memory, descriptors, garbage collection and the delay of the event loop, as prom-client gives them. */
export function registerProcessFigures(registry: Registry): void {
  collectDefaultMetrics({ register: registry, prefix: PREFIX, eventLoopMonitoringPrecision: PRECISION_MS });
  for (const name of LEFT_OUT) registry.removeSingleMetric(PREFIX + name);
}
