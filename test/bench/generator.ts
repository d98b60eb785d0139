import autocannon from 'autocannon';
import type { LoadFigures, LoadOptions } from './load.ts';
import { percentile } from './numbers.ts';

const SAMPLE_MS = 50;

/** Sends requests; `times` gets how long each took, in milliseconds: autocannon's own histogram knows whole ones alone. */
const sendAll = ({ url, connections, seconds, headers }: LoadOptions, times: number[]) =>
  new Promise<autocannon.Result>((resolve, reject) => {
    const options = { url, connections, duration: seconds, headers, sampleInt: SAMPLE_MS };
    autocannon(options, (error: Error | null, result) => (error ? reject(error) : resolve(result))).on(
      'response',
      (_client, _status, _bytes, ms) => times.push(ms),
    );
  });

async function run(options: LoadOptions): Promise<LoadFigures> {
  const times: number[] = [];
  const startedAt = performance.now();
  const { errors, non2xx } = await sendAll(options, times);
  const seconds = (performance.now() - startedAt) / 1000;
  const sorted = Float64Array.from(times).sort();
  return {
    requests: times.length,
    perSecond: times.length / seconds,
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    failures: errors + non2xx,
  };
}

process.on('message', async (options: LoadOptions) => process.send?.(await run(options)));
process.on('disconnect', () => process.exit());
