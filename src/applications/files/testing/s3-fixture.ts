import type { Behaviour } from '../../../../test/support/fake-s3.ts';
import type { CallLimits } from '../bucket.ts';
import type { FileStore } from '../file-store.ts';

/** Short limits for tests of a silent store. */
export const IMPATIENT_LIMITS: CallLimits = { stallTimeoutMs: 250, callTimeoutMs: 600, attempts: 2 };

/** Returns the names of all committed files. */
export async function listNames(fileStore: FileStore, unchangedSince = Infinity): Promise<string[]> {
  const names: string[] = [];
  for await (const page of fileStore.listUnchangedSince(unchangedSince)) names.push(...page);
  return names;
}

export const respondsWith =
  (status: number, code: string): Behaviour =>
  (request, response) => {
    const respond = () => response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
    request.resume().once('end', respond);
  };

export const neverResponds: Behaviour = (request) => void request.resume();
