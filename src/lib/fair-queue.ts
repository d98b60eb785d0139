import { LRUCache } from 'lru-cache';
import { MINUTE_MS } from './days.ts';
import { SiteError } from './failures.ts';

/** Period after the last task of a client in which its used time still counts. */
const USED_TIME_TTL_MS = 10 * MINUTE_MS;
const MAX_REMEMBERED = 10_000;
/** Clients that have used more time leave one slot free for the others. */
const SLOW_CLIENT_MS = 3_000;

type Options = {
  limit: number;
  limitPerClient?: number;
  /** Maximum waiting tasks. Beyond it, the client with the most of them gets a `busy` failure. */
  maxWaiting?: number;
};

/** `clients`: keys that the task counts for, such as a session, its address and its network. */
type Task = { clients: readonly string[]; start: () => void; reject: (failure: SiteError) => void };

/** Runs a limited number of tasks at a time. The next task is from the clients that have used the least time recently. */
export function createFairQueue({
  limit,
  limitPerClient = limit,
  maxWaiting = Number.POSITIVE_INFINITY,
}: Options) {
  const usedMs = new LRUCache<string, number>({ max: MAX_REMEMBERED, ttl: USED_TIME_TTL_MS });
  const running: Task[] = [];
  const waiting: Task[] = [];

  const usedBy = ({ clients }: Task) => clients.reduce((sum, client) => sum + (usedMs.get(client) ?? 0), 0);
  const isSlow = ({ clients }: Task) => clients.some((client) => (usedMs.get(client) ?? 0) > SLOW_CLIENT_MS);
  /** Returns the largest number of tasks of one client. */
  const countOf = ({ clients }: Task, tasks: readonly Task[]) =>
    Math.max(...clients.map((client) => tasks.filter((task) => task.clients.includes(client)).length));

  function mayStart(task: Task): boolean {
    if (countOf(task, running) >= limitPerClient) return false;
    return !isSlow(task) || running.filter(isSlow).length < Math.max(1, limit - 1);
  }

  function startNext(): void {
    while (running.length < limit) {
      const [first, ...others] = waiting.filter(mayStart);
      if (!first) return;
      const next = others.reduce((best, task) => (usedBy(task) < usedBy(best) ? task : best), first);
      waiting.splice(waiting.indexOf(next), 1);
      running.push(next);
      next.start();
    }
  }

  /** Rejects the last task of the client with the most waiting tasks. */
  function rejectFromBusiestClient(): void {
    const counts = waiting.map((task) => countOf(task, waiting));
    const at = counts.lastIndexOf(Math.max(...counts));
    for (const task of waiting.splice(at, 1)) task.reject(new SiteError('busy'));
  }

  return {
    /** Rejects like the task, or with a `busy` failure if `signal` is aborted while it waits. */
    async run<T>(clients: readonly string[], work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
      let leave = (): void => undefined;
      const task = await new Promise<Task>((resolve, reject) => {
        const created: Task = { clients, start: () => resolve(created), reject };
        leave = () => {
          if (waiting.includes(created)) reject(new SiteError('busy'));
          waiting.splice(0, waiting.length, ...waiting.filter((one) => one !== created));
        };
        waiting.push(created);
        startNext();
        if (waiting.length > maxWaiting) rejectFromBusiestClient();
        if (signal?.aborted) leave();
        signal?.addEventListener('abort', leave);
      }).finally(() => signal?.removeEventListener('abort', leave));
      const startedAt = performance.now();
      try {
        return await work();
      } finally {
        const ms = performance.now() - startedAt;
        for (const client of clients) usedMs.set(client, (usedMs.get(client) ?? 0) + ms);
        running.splice(running.indexOf(task), 1);
        startNext();
      }
    },
    counts: () => ({ waiting: waiting.length, running: running.length }),
  };
}
