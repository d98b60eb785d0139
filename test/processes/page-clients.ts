import { setTimeout as wait } from 'node:timers/promises';
import { startCrowd } from '../support/crowd.ts';
import { rawRequest } from '../support/raw-request.ts';

/** Pages of several kinds, cached and uncached. */
const PAGES = ['/', '/en', '/news/group-news', '/en/news/group-news/1003', '/healthz'];
const MAX_PAUSE_MS = 60;

export type PageFigures = { answered: number; refused: number; failures: string[] };

/** Returns the error code of a failed request. */
export const reasonOf = (error: unknown): string => String((error as { code?: string }).code ?? error);
export const isRefusal = (error: unknown): boolean => reasonOf(error) === 'ECONNREFUSED';

/** Starts clients that request page after page, each on its own connection. */
export function startPageClients(port: number, count: number) {
  const figures: PageFigures = { answered: 0, refused: 0, failures: [] };
  const stop = startCrowd(count, async (turn, { number, agent }) => {
    const path = PAGES[(number + turn) % PAGES.length] ?? '/';
    try {
      const { status } = await rawRequest(port, path, { agent });
      if (status === 200) figures.answered += 1;
      else figures.failures.push(`${path}: ${status}`);
    } catch (error) {
      if (isRefusal(error)) figures.refused += 1;
      else figures.failures.push(`${path}: ${reasonOf(error)}`);
    }
    await wait(Math.random() * MAX_PAUSE_MS);
  });
  return { figures, stop };
}
