import { startChild } from '../../bench/child.ts';
import { percentile } from '../../bench/numbers.ts';

/** Times in milliseconds; `failures` are answers that were no pages. */
export type PageFigures = { requests: number; failures: number; p50: number; p99: number };
export type Measured = { times: number[]; failures: number };

/** Page visits from a process of their own, for as long as they are wanted. */
export function visitPages(base: string) {
  const child = startChild('../load/support/prober.ts', { args: [base] });
  return {
    /** What was measured since the last time that it was asked. */
    async figures(): Promise<PageFigures> {
      const { times, failures } = await child.ask<Measured>('figures');
      const sorted = Float64Array.from(times).sort();
      const rounded = (share: number) => Math.round(percentile(sorted, share) * 100) / 100;
      return { requests: times.length, failures, p50: rounded(0.5), p99: rounded(0.99) };
    },
    [Symbol.dispose]: () => void child.stop(),
  };
}
