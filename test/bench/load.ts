import autocannon from 'autocannon';
import { type Child, replyToParent, startChild } from '../support/child-process.ts';
import { processorMs } from '../support/processes.ts';
import { median, percentile } from '../support/report.ts';

type Load = { url: string; connections: number; seconds: number; headers: Record<string, string> };

type Figures = { requests: number; perSecond: number; p50: number; p99: number; failures: number };

/** `processorMs`: processor time of the measured process per request. */
type Measured = Figures & { processorMs: number };

/** URL to measure and the process that serves it; `measureInTurn` adds to `rounds`. */
export type Subject = Pick<Load, 'url' | 'headers'> & { pid: number; rounds: Measured[] };

export type Generator = Child;

/** Generates load in a process of its own, which shares no thread with the measured one. */
export const startGenerator = (): Generator => startChild(import.meta.filename);

export async function measure(
  generator: Generator,
  { url, headers, pid }: Omit<Subject, 'rounds'>,
  { connections, seconds }: Pick<Load, 'connections' | 'seconds'>,
): Promise<Measured> {
  const before = processorMs(pid);
  const figures = await generator.request<Figures>({ url, headers, connections, seconds });
  if (figures.failures > 0 || figures.requests === 0)
    throw new Error(`${url}: ${figures.failures} of ${figures.requests} requests failed`);
  return { ...figures, processorMs: (processorMs(pid) - before) / figures.requests };
}

/** Lets the site render and compress the page, and V8 compile the code that serves it. */
export async function warmUp(
  generator: Generator,
  { url, headers }: Pick<Load, 'url' | 'headers'>,
): Promise<void> {
  await (await fetch(url, { headers })).bytes();
  await generator.request({ url, headers, connections: 100, seconds: 2 });
}

/** Measures all subjects once per round, in alternating order, so that other load on the machine affects all alike. */
export async function measureInTurn(
  generator: Generator,
  subjects: readonly Subject[],
  { rounds, ...load }: { rounds: number; connections: number; seconds: number },
): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    for (const subject of round % 2 === 0 ? subjects : subjects.toReversed())
      subject.rounds.push(await measure(generator, subject, load));
  }
}

export const medianOf = ({ rounds }: Subject, figure: keyof Measured): number =>
  median(rounds.map((measured) => measured[figure]));

/** Median of the ratios of each round, because both were measured close to each other. */
export const ratioOf = (one: Subject, other: Subject, figure: keyof Measured): number =>
  median(one.rounds.map((measured, at) => measured[figure] / (other.rounds[at]?.[figure] ?? Number.NaN)));

/** Collects the times itself: autocannon's histogram knows only whole milliseconds. */
async function generate({ url, connections, seconds, headers }: Load): Promise<Figures> {
  const times: number[] = [];
  const startedAt = performance.now();
  const { errors, non2xx } = await new Promise<autocannon.Result>((resolve, reject) => {
    const options = { url, connections, duration: seconds, headers, sampleInt: 50 };
    autocannon(options, (error: Error | null, result) => (error ? reject(error) : resolve(result))).on(
      'response',
      (_client, _status, _bytes, ms) => times.push(ms),
    );
  });
  return {
    requests: times.length,
    perSecond: (1000 * times.length) / (performance.now() - startedAt),
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    failures: errors + non2xx,
  };
}

if (import.meta.main) replyToParent(generate);
