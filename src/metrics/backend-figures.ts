import { Counter, Histogram, type Registry } from 'prom-client';
import type { Client } from '../backend/client.ts';
import { type BackendPath, CONTRACT_ROOT } from '../backend/paths.ts';
import { asFailure } from '../failures.ts';

/** Upper bounds of the durations that are told apart, in seconds: around the usual time limit, 3 s. */
const BOUNDS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10];

/** A path of the contract as its label: `/column/list`. */
const labelOf = (path: string): string => path.slice(CONTRACT_ROOT.length);

/** Calls of the content backend, by path of the contract; `file` is what its answers name. */
export function createBackendFigures(registry: Registry) {
  const registers = [registry];
  const calls = new Counter({
    name: 'plinth_backend_calls_total',
    help: 'Calls of the content backend, by path and result: ok, or the kind of failure.',
    labelNames: ['path', 'result'],
    registers,
  });
  const durations = new Histogram({
    name: 'plinth_backend_call_duration_seconds',
    help: 'Seconds that calls of the content backend took, by path; of a file, to its first byte.',
    labelNames: ['path'],
    buckets: BOUNDS,
    registers,
  });
  const stale = new Counter({
    name: 'plinth_backend_stale_total',
    help: 'Refreshes of content that failed while an older answer was served, by path.',
    labelNames: ['path'],
    registers,
  });

  async function observed<T>(path: string, call: () => Promise<T>): Promise<T> {
    const end = durations.startTimer({ path });
    try {
      const answer = await call();
      calls.inc({ path, result: 'ok' });
      return answer;
    } catch (error) {
      calls.inc({ path, result: asFailure(error).kind });
      throw error;
    } finally {
      end();
    }
  }

  return {
    /** The same client, whose calls are counted. */
    watched: (client: Client): Client => ({
      ...client,
      get: (path, query, language) => observed(labelOf(path), () => client.get(path, query, language)),
      open: (url, asked, signal) => observed('file', () => client.open(url, asked, signal)),
    }),

    stale: (path: BackendPath): void => stale.inc({ path: labelOf(path) }),
  };
}
