import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How long answers may take to end in a drain, in milliseconds, and how long requests that are still coming in. */
export const DRAIN_MS = 10_000;
export const UPLOAD_DRAIN_MS = 30_000;

/** Node keeps an idle connection for a second longer than it has told the client. */
const KEEP_ALIVE_BUFFER_MS = 1000;

/** The connections of an HTTP server that does not listen itself, but gets them from the primary. */
export function createConnections(server: Server) {
  const open = new Set<Socket>();
  /** Connections that were taken and wait for their turn. */
  const arrived: Socket[] = [];
  const running = new Set<ServerResponse<IncomingMessage>>();
  const closed = Promise.withResolvers<void>();
  let isDraining = false;
  let isGraceOver = false;

  server.prependListener('request', (_request, response) => {
    if (isDraining) response.shouldKeepAlive = false;
    running.add(response);
    response.once('close', () => {
      running.delete(response);
      if (isGraceOver) closeAllBut(running);
    });
  });
  // Node begins to watch for slow headers when a server listens.
  server.emit('listening');

  function keep(socket: Socket): void {
    open.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      if (isDraining && open.size === 0) closed.resolve();
    });
  }

  /** One in each turn of the event loop: of many that come at once, each brings work that others would wait for. */
  function begin(): void {
    const socket = arrived.shift();
    socket?.off('error', goneAlready);
    if (socket && !socket.destroyed) server.emit('connection', socket);
    if (arrived.length > 0) setImmediate(begin);
  }

  function closeAllBut(responses: Iterable<ServerResponse<IncomingMessage>>): void {
    const kept = new Set(Array.from(responses, ({ req }) => req.socket));
    for (const socket of open) if (!kept.has(socket)) socket.destroy();
  }

  function endGrace(): void {
    isGraceOver = true;
    closeAllBut(running);
  }

  return {
    /** A connection that nothing was read of yet. */
    take(socket: Socket): void {
      if (open.size >= (server.maxConnections || Number.POSITIVE_INFINITY)) {
        socket.destroy();
        return;
      }
      keep(socket);
      arrived.push(socket.on('error', goneAlready));
      if (arrived.length === 1) setImmediate(begin);
    },

    /**
     * Resolves when every connection is closed. Each further answer says that it is the last. An idle connection lives as
     * long as it would have anyway, so that no request meets a closed one because of the drain; in a hurry it goes at once.
     */
    drain({ isHurried = false, drainMs = DRAIN_MS, uploadMs = UPLOAD_DRAIN_MS } = {}): Promise<void> {
      isDraining = true;
      for (const response of running) response.shouldKeepAlive = false;
      if (isHurried) endGrace();
      else setTimeout(endGrace, server.keepAliveTimeout + KEEP_ALIVE_BUFFER_MS).unref();
      setTimeout(() => closeAllBut([...running].filter(({ req }) => !req.complete)), drainMs).unref();
      setTimeout(() => closeAllBut([]), uploadMs).unref();
      if (open.size === 0) closed.resolve();
      return closed.promise;
    },
  };
}

/** A line can be reset before its turn; a failure that nobody listens for would end the process. */
function goneAlready(): void {}

export type Connections = ReturnType<typeof createConnections>;
