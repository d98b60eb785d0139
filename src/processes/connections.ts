import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How long answers may take to end in a drain, in milliseconds, and how long requests that are still coming in. */
export const DRAIN_MS = 10_000;
export const UPLOAD_DRAIN_MS = 30_000;

/** Node keeps an idle connection for a second longer than it has told the client. */
const KEEP_ALIVE_BUFFER_MS = 1000;

/** The connections of an HTTP server, which can be ended without cutting a request. */
export function createConnections(server: Server) {
  const open = new Set<Socket>();
  const running = new Set<ServerResponse<IncomingMessage>>();
  let isDraining = false;
  let isGraceOver = false;

  // A server that closes would cut idle connections at once, just when a next request may be on its way.
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
     * Resolves when the server is closed, which is for others to begin, with every connection. Each further answer says that it
     * is the last. An idle connection lives as long as it would have anyway, so that no request meets a closed one because of
     * the drain; in a hurry it goes at once.
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

export type Connections = ReturnType<typeof createConnections>;
