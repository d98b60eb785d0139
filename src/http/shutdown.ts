import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

const LIMITS = {
  /** Time for clients and balancers to leave after `Connection: close` and /readyz announce it, before the port closes. */
  noticeMs: 1000,
  /** Time for running requests, and for bodies that are still arriving. */
  drainMs: 10_000,
  uploadMs: 30_000,
};

/** The longest time that a shutdown takes. */
export const MAX_SHUTDOWN_MS = LIMITS.noticeMs + LIMITS.uploadMs;

/** Returns a function that shuts the server down and resolves when its last connection is closed. */
export function createShutdown(server: Server, limits = LIMITS) {
  const withBody = new Set<IncomingMessage>();
  server.on('request', (request, response) => {
    if (request.method === 'GET' || request.method === 'HEAD') return;
    withBody.add(request);
    response.once('close', () => withBody.delete(request));
  });

  return async function shutDown({ isHurried }: { isHurried: boolean }): Promise<void> {
    server.prependListener('request', (_request, response) => void response.setHeader('Connection', 'close'));
    if (!isHurried) await wait(limits.noticeMs);
    const closed = once(server, 'close');
    server.close();
    const isReceiving = () => [...withBody].some(({ complete }) => !complete);
    const timers = [
      setTimeout(() => isReceiving() || server.closeAllConnections(), limits.drainMs),
      setTimeout(() => server.closeAllConnections(), limits.uploadMs),
    ];
    await closed;
    for (const timer of timers) clearTimeout(timer);
  };
}
