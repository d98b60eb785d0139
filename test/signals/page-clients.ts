import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** Pages of several kinds, a cached one and others. */
const PAGES = ['/', '/en', '/news/group-news', '/en/news/group-news/1003', '/healthz'];
const MAX_PAUSE_MS = 60;

export type PageFigures = { answered: number; refused: number; failures: string[] };

/** One whole answer with its status. Rejects where the line fails before its end. */
const get = (base: string, path: string, agent: Agent): Promise<number> =>
  new Promise((resolve, reject) => {
    const asked = request(base + path, { agent }, (response) => {
      response.resume();
      response.once('error', reject);
      response.once('end', () => resolve(response.statusCode ?? 0));
    });
    asked.once('error', reject);
    asked.end();
  });

/** What came of a request: a connection that was refused has sent none. */
export const reasonOf = (error: unknown): string => String((error as { code?: string }).code ?? error);
export const isRefusal = (error: unknown): boolean => reasonOf(error) === 'ECONNREFUSED';

/** Visitors with one kept connection each, who ask for page after page; one who is refused asks again until the end. */
export function startPageClients(base: string, count: number) {
  const figures: PageFigures = { answered: 0, refused: 0, failures: [] };
  let isOver = false;

  async function visit(agent: Agent, path: string): Promise<void> {
    try {
      const status = await get(base, path, agent);
      if (status === 200) figures.answered += 1;
      else figures.failures.push(`${path}: ${status}`);
    } catch (error) {
      if (isRefusal(error)) figures.refused += 1;
      else figures.failures.push(`${path}: ${reasonOf(error)}`);
    }
  }

  const clients = Array.from({ length: count }, async (_, number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let turn = number; !isOver; turn += 1) {
      await visit(agent, PAGES[turn % PAGES.length] ?? '/');
      await wait(Math.random() * MAX_PAUSE_MS);
    }
    agent.destroy();
  });

  return {
    figures,
    stop: async (): Promise<PageFigures> => {
      isOver = true;
      await Promise.all(clients);
      return figures;
    },
  };
}
