import path from 'node:path';
import { startChild } from '../../support/child-process.ts';
import { percentile } from '../../support/report.ts';

export type Measured = { times: number[]; failures: number };

/** Visits pages from another process until it is disposed. */
export function visitPages(base: string) {
  const child = startChild(path.join(import.meta.dirname, 'prober.ts'), [base]);
  return {
    /** Returns failures and response times in ms since the previous call. */
    async figures(): Promise<{ failures: number; p99: number }> {
      const { times, failures } = await child.request<Measured>('figures');
      return { failures, p99: Math.round(percentile(times, 0.99)) };
    },
    [Symbol.asyncDispose]: () => child[Symbol.asyncDispose](),
  };
}
