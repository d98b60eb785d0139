import type { Counter } from 'prom-client';
import type { AssetClient } from '../assets/asset-client.ts';
import type { Client } from '../backend/client.ts';
import { CONTRACT_ROOT } from '../backend/paths.ts';
import { asFailure } from '../lib/failures.ts';

type Calls = Counter<'path' | 'result'>;

/** A path of the contract as a label: `/column/list`. */
export const pathLabel = (path: string): string => path.slice(CONTRACT_ROOT.length);

export const countContentCalls = (client: Client, calls: Calls): Client => ({
  get: (path, query, language) => counted(calls, pathLabel(path), client.get(path, query, language)),
});

export const countAssetCalls = (client: AssetClient, calls: Calls): AssetClient => ({
  open: (url, headers, signal) => counted(calls, 'file', client.open(url, headers, signal)),
});

async function counted<T>(calls: Calls, path: string, call: Promise<T>): Promise<T> {
  try {
    const response = await call;
    calls.inc({ path, result: 'ok' });
    return response;
  } catch (error) {
    calls.inc({ path, result: asFailure(error).kind });
    throw error;
  }
}
