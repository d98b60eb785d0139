import path from 'node:path';
import { startChild } from '../../support/child-process.ts';
import { percentile } from '../../support/report.ts';

/** Times in milliseconds; `failures` are answers that were no pages. */
export type PageFigures = { requests: number; failures: number; p50: number; p99: number };
export type Measured = { times: number[]; failures: number };

/** Page visits from a process of their own, for as long as they are wanted. */
export function visitPages(base: string) {
  const child = startChild(path.join(import.meta.dirname, 'prober.ts'), { args: [base] });
  return {
    /** What was measured since the last time that it was asked. */
    async figures(): Promise<PageFigures> {
      const { times, failures } = await child.request<Measured>('figures');
      const rounded = (share: number) => Math.round(percentile(times, share) * 100) / 100;
      return { requests: times.length, failures, p50: rounded(0.5), p99: rounded(0.99) };
    },
    [Symbol.dispose]: () => void child.stop(),
  };
}
