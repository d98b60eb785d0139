import { AggregatorRegistry, type Registry } from 'prom-client';

/** Lets the primary have the figures of this worker, together with those of the others. */
export function shareMetrics(registry: Registry): void {
  AggregatorRegistry.setRegistries([registry]);
  // It is this that begins to answer the primary.
  new AggregatorRegistry();
}
