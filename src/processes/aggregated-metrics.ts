/** The figures of all workers as one, in Prometheus' text format. Rejects where a worker does not answer. */
export async function aggregatedMetrics(): Promise<string> {
  // The start does not wait for this import.
  const { AggregatorRegistry } = await import('prom-client');
  return new AggregatorRegistry().clusterMetrics();
}
