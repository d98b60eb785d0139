import type { Counter } from 'prom-client';
import type { Client } from '../backend/client.ts';
import { CONTRACT_ROOT } from '../backend/paths.ts';
import { asFailure } from '../failures.ts';

/** A path of the contract as a label: `/column/list`. */
export const pathLabel = (path: string): string => path.slice(CONTRACT_ROOT.length);

/** Counts the calls of a client by path and result. */
export function countBackendCalls(client: Client, calls: Counter<'path' | 'result'>): Client {
  async function counted<T>(path: string, call: Promise<T>): Promise<T> {
    try {
      const answer = await call;
      calls.inc({ path, result: 'ok' });
      return answer;
    } catch (error) {
      calls.inc({ path, result: asFailure(error).kind });
      throw error;
    }
  }
  return {
    ...client,
    get: (path, query, language) => counted(pathLabel(path), client.get(path, query, language)),
    open: (url, asked, signal) => counted('file', client.open(url, asked, signal)),
  };
}
