import { AggregatorRegistry, Histogram, Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { createDurations } from './durations.ts';

const ABOUT = { name: 'plinth_test_seconds', help: 'Seconds of a test.' };
const BOUNDS = [0.001, 0.01, 1];
const OBSERVED: [kind: string, seconds: number][] = [
  ['home', 0],
  ['page', 0.0005],
  ['home', 0.001],
  ['home', 0.00101],
  ['page', 0.5],
  ['home', 1],
  ['home', 30],
];

/** The same observations by prom-client's own histogram, and by this one. */
function bothRegistries(): Registry[] {
  const [own, theirs] = [new Registry(), new Registry()];
  const observe = createDurations(own, { ...ABOUT, bounds: BOUNDS });
  const histogram = new Histogram({ ...ABOUT, buckets: BOUNDS, labelNames: ['kind'], registers: [theirs] });
  for (const [kind, seconds] of OBSERVED) {
    observe(kind, seconds);
    histogram.observe({ kind }, seconds);
  }
  return [own, theirs];
}

describe('a histogram of durations', () => {
  it('reads as one of prom-client does', async () => {
    const [own, theirs] = await Promise.all(bothRegistries().map((registry) => registry.metrics()));
    expect(own).toBe(theirs);
  });

  it('is added up over processes as one of prom-client is', async () => {
    const [own, theirs] = await Promise.all(
      bothRegistries().map(async (registry) => {
        const metrics = await registry.getMetricsAsJSON();
        return AggregatorRegistry.aggregate([metrics, structuredClone(metrics)]).metrics();
      }),
    );
    expect(own).toContain('plinth_test_seconds_count{kind="home"} 10');
    expect(own).toBe(theirs);
  });
});
