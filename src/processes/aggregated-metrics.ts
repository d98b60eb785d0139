/** The figures of all workers as one, in Prometheus' text format. Rejects where a worker does not answer. */
export async function aggregatedMetrics(): Promise<string> {
  // Loaded when it is first asked for: the start need not wait for it.
  const { AggregatorRegistry } = await import('prom-client');
  return new AggregatorRegistry().clusterMetrics();
}
