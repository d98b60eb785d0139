import path from 'node:path';
import { startChild } from '../../support/child-process.ts';
import { percentile } from '../../support/report.ts';

/** Times in ms; `failures`: responses other than pages. */
export type PageFigures = { requests: number; failures: number; p50: number; p99: number };
export type Measured = { times: number[]; failures: number };

/** Visits pages from another process until it is disposed. */
export function visitPages(base: string) {
  const child = startChild(path.join(import.meta.dirname, 'prober.ts'), { args: [base] });
  return {
    /** Figures since the previous call. */
    async figures(): Promise<PageFigures> {
      const { times, failures } = await child.request<Measured>('figures');
      const rounded = (share: number) => Math.round(percentile(times, share) * 100) / 100;
      return { requests: times.length, failures, p50: rounded(0.5), p99: rounded(0.99) };
    },
    [Symbol.dispose]: () => void child.stop(),
  };
}
