import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { reasonOf } from './page-clients.ts';

const PAUSE_MS = 50;

/** One request on a connection of its own: when it was made, how long its answer took, and what came. */
type Asked = { at: number; ms: number; came: string };

/** A visitor comes every twentieth of a second, on a new connection, whether the one before was answered or not. */
export function startNewConnections(base: string) {
  const asked: Promise<Asked>[] = [];
  let isOver = false;

  async function ask(): Promise<Asked> {
    const at = Date.now();
    const came = await answerOf(`${base}/healthz`).catch(reasonOf);
    return { at, ms: Date.now() - at, came };
  }

  const coming = (async () => {
    while (!isOver) {
      asked.push(ask());
      await wait(PAUSE_MS);
    }
  })();

  return async (): Promise<Asked[]> => {
    isOver = true;
    await coming;
    return Promise.all(asked);
  };
}

const answerOf = (address: string): Promise<string> =>
  new Promise((resolve, reject) => {
    request(address, { agent: false }, (response) => {
      response.resume().once('error', reject);
      response.once('end', () => resolve(String(response.statusCode)));
    })
      .once('error', reject)
      .end();
  });
