import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The time that a drain gives to answers, in milliseconds, and to requests that are still coming in. */
const DRAIN_MS = 10_000;
export const UPLOAD_DRAIN_MS = 30_000;

/** Node keeps an idle connection a second longer than it tells the client. */
const KEEP_ALIVE_BUFFER_MS = 1000;

/** Keeps the connections of an HTTP server, so that a drain can end them without cutting a request. */
export function createConnections(server: Server) {
  const open = new Set<Socket>();
  const running = new Set<ServerResponse<IncomingMessage>>();
  let isDraining = false;
  let isGraceOver = false;

  // A server that closes cuts idle connections at once, although a next request may be on its way.
  server.closeIdleConnections = () => undefined;
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  server.prependListener('request', (_request, response) => {
    if (isDraining) response.shouldKeepAlive = false;
    running.add(response);
    response.once('close', () => {
      running.delete(response);
      if (isGraceOver) closeAllBut(running);
    });
  });

  function closeAllBut(responses: Iterable<ServerResponse<IncomingMessage>>): void {
    const kept = new Set(Array.from(responses, ({ req }) => req.socket));
    for (const socket of open) if (!kept.has(socket)) socket.destroy();
  }

  function endGrace(): void {
    isGraceOver = true;
    closeAllBut(running);
  }

  return {
    /**
     * Resolves when the server and all its connections are closed; the caller closes the server. Each further answer carries
     * `Connection: close`. An idle connection lives as long as it would without a drain, so that no request meets a closed
     * one; in a hurry it ends at once.
     */
    async drain({ isHurried = false, drainMs = DRAIN_MS, uploadMs = UPLOAD_DRAIN_MS } = {}): Promise<void> {
      isDraining = true;
      for (const response of running) response.shouldKeepAlive = false;
      if (isHurried) endGrace();
      else setTimeout(endGrace, server.keepAliveTimeout + KEEP_ALIVE_BUFFER_MS).unref();
      setTimeout(() => closeAllBut([...running].filter(({ req }) => !req.complete)), drainMs).unref();
      setTimeout(() => closeAllBut([]), uploadMs).unref();
      await once(server, 'close');
    },
  };
}
