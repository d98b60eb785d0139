import { once } from 'node:events';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The time that a drain gives to answers, in milliseconds, and to requests that are still coming in. */
const DRAIN_MS = 10_000;
export const UPLOAD_DRAIN_MS = 30_000;

/** Node keeps an idle connection a second longer than it tells the client. */
const KEEP_ALIVE_BUFFER_MS = 1000;

type Answer = ServerResponse<IncomingMessage>;

/** Keeps the connections of an HTTP server, so that a drain can end them without cutting a request. */
export function createConnections() {
  const open = new Set<Socket>();
  const running = new Set<Answer>();
  let isGraceOver = false;

  function closeAllBut(answers: Iterable<Answer>, isKept: (socket: Socket) => boolean = () => false): void {
    const kept = new Set(Array.from(answers, ({ req }) => req.socket));
    for (const socket of open) if (!kept.has(socket) && !isKept(socket)) socket.destroy();
  }

  /** What the response cache sends is written at once: its connection is idle when all is gone out. */
  const closeIdle = () => closeAllBut(running, ({ writableLength }) => writableLength > 0);

  function endGrace(): void {
    isGraceOver = true;
    closeIdle();
  }

  return {
    /** The same server, whose connections are kept. */
    keep(server: Server): Server {
      // A server that closes cuts idle connections at once, although a next request may be on its way.
      server.closeIdleConnections = () => undefined;
      return server.on('connection', (socket: Socket) => {
        open.add(socket);
        socket.once('close', () => open.delete(socket));
      });
    },

    /** The same app, whose answers a drain waits for. Those of the response cache do without: keeping them takes 5 % of one. */
    tracked: (app: RequestListener): RequestListener => {
      return (request, response) => {
        running.add(response);
        response.once('close', () => {
          running.delete(response);
          if (isGraceOver) closeIdle();
        });
        app(request, response);
      };
    },

    /**
     * Resolves when the server and all its connections are closed; the caller closes the server. Each further answer carries
     * `Connection: close`. An idle connection lives as long as it would without a drain, so that no request meets a closed
     * one; in a hurry it ends at once.
     */
    async drain(
      server: Server,
      { isHurried = false, drainMs = DRAIN_MS, uploadMs = UPLOAD_DRAIN_MS } = {},
    ): Promise<void> {
      server.prependListener('request', (_request, response) => {
        response.shouldKeepAlive = false;
      });
      for (const response of running) response.shouldKeepAlive = false;
      if (isHurried) endGrace();
      else setTimeout(endGrace, server.keepAliveTimeout + KEEP_ALIVE_BUFFER_MS).unref();
      setTimeout(() => closeAllBut([...running].filter(({ req }) => !req.complete)), drainMs).unref();
      setTimeout(() => closeAllBut([]), uploadMs).unref();
      await once(server, 'close');
    },
  };
}
