import { processorMs, residentMb } from '../support/processes.ts';
import { type Child, startChild } from './child.ts';

export type LoadOptions = {
  url: string;
  connections: number;
  seconds: number;
  headers: Record<string, string>;
};

/** Times in milliseconds. */
export type LoadFigures = {
  requests: number;
  perSecond: number;
  p50: number;
  p99: number;
  failures: number;
};

/** What a load cost the process that answered it. `generatorLoad`: how much of a core sending it took. */
export type Measured = LoadFigures & { processorMs: number; residentMb: number; generatorLoad: number };

export type Generator = Child;

/** Sends requests from a process of its own, which shares no thread with whoever answers. */
export const startGenerator = (): Generator => startChild('generator.ts');

/** Loads an address and looks at the process behind it meanwhile. */
export async function measure(generator: Generator, pid: number, options: LoadOptions): Promise<Measured> {
  const before = [processorMs(pid), processorMs(generator.pid), performance.now()] as const;
  const figures = await generator.ask<LoadFigures>(options);
  if (figures.failures > 0 || figures.requests === 0)
    throw new Error(`${options.url}: ${figures.failures} of ${figures.requests} requests failed`);
  return {
    ...figures,
    processorMs: (processorMs(pid) - before[0]) / figures.requests,
    residentMb: residentMb(pid),
    generatorLoad: (processorMs(generator.pid) - before[1]) / (performance.now() - before[2]),
  };
}
