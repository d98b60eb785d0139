import { setTimeout as wait } from 'node:timers/promises';
import { startCrowd } from '../support/crowd.ts';
import { rawRequest } from '../support/raw-request.ts';
import { reasonOf } from './page-clients.ts';

const PAUSE_MS = 50;

/** One request on a connection of its own: how long its answer took, and what came. */
type Asked = { ms: number; came: string };

async function ask(port: number): Promise<Asked> {
  const startedAt = performance.now();
  const came = await rawRequest(port, '/healthz').then(({ status }) => `${status}`, reasonOf);
  return { ms: performance.now() - startedAt, came };
}

/** A visitor comes every twentieth of a second, on a new connection, whether the one before was answered or not. */
export function startNewConnections(port: number) {
  const asked: Promise<Asked>[] = [];
  const stop = startCrowd(1, async () => {
    asked.push(ask(port));
    await wait(PAUSE_MS);
  });
  return async (): Promise<Asked[]> => {
    await stop();
    return Promise.all(asked);
  };
}
