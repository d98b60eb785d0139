import { AggregatorRegistry, type Registry } from 'prom-client';

/** Lets the primary read the figures of this worker. */
export function shareMetrics(registry: Registry): void {
  AggregatorRegistry.setRegistries([registry]);
  // The constructor begins to answer the primary.
  new AggregatorRegistry();
}
