import { LRUCache } from 'lru-cache';
import { MINUTE_MS } from './days.ts';
import { SiteError } from './failures.ts';

/** Period after the last task of a client in which its used time still counts. */
const USED_TIME_TTL_MS = 10 * MINUTE_MS;
const MAX_REMEMBERED = 10_000;
/** Clients that have used more time leave one slot free for the others. */
const SLOW_CLIENT_MS = 3_000;

type Options = {
  /** Maximum number of concurrent tasks. */
  limit: number;
  /** Maximum number of concurrent tasks per client. */
  limitPerClient?: number;
  /** Maximum number of waiting tasks. Beyond it, the client with the most of them gets a `busy` failure. */
  maxWaiting?: number;
};

type Task = { client: string; start: () => void; reject: (failure: SiteError) => void };

/** Runs a limited number of tasks at a time. The next task is from the client that has used the least time recently. */
export function createFairQueue({
  limit,
  limitPerClient = limit,
  maxWaiting = Number.POSITIVE_INFINITY,
}: Options) {
  const usedMs = new LRUCache<string, number>({ max: MAX_REMEMBERED, ttl: USED_TIME_TTL_MS });
  const running: string[] = [];
  const waiting: Task[] = [];

  const usedBy = (client: string) => usedMs.get(client) ?? 0;
  const isSlow = (client: string) => usedBy(client) > SLOW_CLIENT_MS;
  const countOf = (client: string, clients: readonly string[]) =>
    clients.filter((one) => one === client).length;

  function mayStart({ client }: Task): boolean {
    if (countOf(client, running) >= limitPerClient) return false;
    return !isSlow(client) || running.filter(isSlow).length < Math.max(1, limit - 1);
  }

  function startNext(): void {
    while (running.length < limit) {
      const [first, ...others] = waiting.filter(mayStart);
      if (!first) return;
      const next = others.reduce(
        (best, task) => (usedBy(task.client) < usedBy(best.client) ? task : best),
        first,
      );
      waiting.splice(waiting.indexOf(next), 1);
      running.push(next.client);
      next.start();
    }
  }

  /** Rejects the last task of the client with the most waiting tasks. */
  function rejectFromBusiestClient(): void {
    const clients = waiting.map(({ client }) => client);
    const counts = new Map(clients.map((client) => [client, countOf(client, clients)]));
    const most = Math.max(...counts.values());
    const at = waiting.findLastIndex(({ client }) => counts.get(client) === most);
    for (const task of waiting.splice(at, 1)) task.reject(new SiteError('busy'));
  }

  return {
    /** Rejects like the task. */
    async run<T>(client: string, task: () => Promise<T>): Promise<T> {
      await new Promise<void>((start, reject) => {
        waiting.push({ client, start, reject });
        startNext();
        if (waiting.length > maxWaiting) rejectFromBusiestClient();
      });
      const startedAt = performance.now();
      try {
        return await task();
      } finally {
        usedMs.set(client, usedBy(client) + performance.now() - startedAt);
        running.splice(running.indexOf(client), 1);
        startNext();
      }
    },
    counts: () => ({ waiting: waiting.length, running: running.length }),
  };
}
