import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';

const LIMITS = {
  /**
   * Time between the notice (`Connection: close`, /readyz 503) and closing the port. It exceeds the time that a proxy keeps an idle
   * connection (4 s in `src/deploy/nginx.conf`), because a POST sent while the connection closes would be lost.
   */
  noticeMs: 5000,
  /** Maximum time for running requests. Bodies that are still arriving have `uploadMs`. */
  drainMs: 10_000,
  uploadMs: 30_000,
};

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
    // Accepts connections and reads requests that have arrived: timers run earlier, and closing would reset these connections.
    await setImmediate();
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
