import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';

const LIMITS = {
  /**
   * Time for balancers to notice /readyz 503 before the port closes, and then for connections to end by `Connection: close`. It exceeds
   * the time that a proxy keeps an idle connection (4 s in `src/deploy/nginx.conf`), because a POST on a closing one would be lost.
   */
  noticeMs: 5000,
  /** Maximum time for running requests. Bodies that are still arriving have `uploadMs`. */
  drainMs: 10_000,
  uploadMs: 30_000,
};

/** `isSocketKept`: systemd keeps the socket open, so new connections wait for the next process. */
type Shutdown = { isHurried: boolean; isSocketKept?: boolean };

/** Returns a function that shuts the server down and resolves when its last connection is closed. */
export function createShutdown(server: Server, limits = LIMITS) {
  const withBody = new Set<IncomingMessage>();
  server.on('request', (request, response) => {
    if (request.method === 'GET' || request.method === 'HEAD') return;
    withBody.add(request);
    response.once('close', () => withBody.delete(request));
  });

  return async function shutDown({ isHurried, isSocketKept = false }: Shutdown): Promise<void> {
    const closed = once(server, 'close');
    async function pause(): Promise<void> {
      await Promise.race([closed, isHurried || wait(limits.noticeMs)]);
      // Reads what has arrived: timers run earlier, and closing would reset these connections.
      await setImmediate();
    }
    if (!isSocketKept) {
      await pause();
      // Closes the port while proxies still reuse their connections: a POST on a new one might be lost. Unlike `server.close`, this
      // keeps idle connections.
      NetServer.prototype.close.call(server);
    }
    server.prependListener('request', (_request, response) => void response.setHeader('Connection', 'close'));
    await pause();
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
