import type { Counter } from 'prom-client';
import { CONTRACT_ROOT } from '../backend/paths.ts';
import { asFailure } from '../lib/failures.ts';

/** A path of the contract as a label: `/column/list`. */
export const pathLabel = (path: string): string => path.replace(CONTRACT_ROOT, '');

/** Counts calls of the backend by path and result. */
export const createCallCounter = (calls: Counter<'path' | 'result'>) =>
  async function countCall<T>(path: string, call: Promise<T>): Promise<T> {
    const label = pathLabel(path);
    try {
      const response = await call;
      calls.inc({ path: label, result: 'ok' });
      return response;
    } catch (error) {
      calls.inc({ path: label, result: asFailure(error).kind });
      throw error;
    }
  };
