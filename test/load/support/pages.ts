import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** Times in milliseconds; `failures` are answers that were no pages. */
export type PageFigures = { requests: number; failures: number; p50: number; p99: number };
type Measured = { times: number[]; failures: number };

const PAGES = ['/', '/en', '/en/about-us', '/en/news'];

/** Page visits from a process of their own, for as long as they are wanted. */
export function visitPages(base: string, pages = PAGES) {
  const child = fork(path.join(import.meta.dirname, 'prober.ts'), [base, ...pages], { execArgv: [] });
  return {
    /** What was measured since the last time that it was asked. */
    async figures(): Promise<PageFigures> {
      const answered = once(child, 'message') as Promise<[Measured]>;
      child.send('figures');
      const [{ times, failures }] = await answered;
      times.sort((a, b) => a - b);
      return { requests: times.length, failures, p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
    },
    stop: () => void child.disconnect(),
  };
}

const quantile = (sorted: readonly number[], part: number): number =>
  Math.round((sorted[Math.floor(sorted.length * part)] ?? 0) * 100) / 100;
