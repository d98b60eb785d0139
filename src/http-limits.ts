import { readFileSync } from 'node:fs';
import http, {
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { Failure } from './failures.ts';

/** What one connection may take of the site's time and place; times in milliseconds. */
export const HTTP_LIMITS = {
  /** Of the request line and all headers. Larger than the longest address, so that a longer one gets an error page. */
  headerBytes: 16 * 1024,
  /** From the first moment of a connection, or the end of its last request, to the end of the next headers. */
  headersMs: 20_000,
  /** How often connections are looked at for that. */
  lookMs: 5000,
  /** How long a connection is kept for a next request. */
  keepAliveMs: 5000,
  /** How long nothing may go either way; an answer that its visitor does not read holds its connection twice as long at most. */
  silenceMs: 60_000,
  /** Requests that may wait behind another one of their connection. Browsers and proxies send none before its answer. */
  pipelined: 16,
  /** What a body must bring in each stretch: far below any line that people use, far above what holds a server up. */
  bodyBytes: 1024,
  bodyStretchMs: 30_000,
};

type HttpLimits = typeof HTTP_LIMITS;

/** Connections at a time, where the system lets the process have that many. */
const MAX_CONNECTIONS = 4096;
const MIN_CONNECTIONS = 8;

/**
 * Descriptors that are not for visitors: the database, files that come in, and the content backend, whose connections have
 * both ends in this process where it is the embedded one. One process uses 55 of them while it renders pages.
 */
const RESERVED_DESCRIPTORS = 80;

/** A server whose connections cannot hold it up, whatever their visitors do or leave undone. */
export function createLimitedServer(listener: RequestListener, limits: HttpLimits = HTTP_LIMITS): Server {
  const isOneTooMany = createQueueLimit(limits.pipelined);
  const server = http.createServer(
    {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: limits.lookMs,
      keepAliveTimeout: limits.keepAliveMs,
      // How long a whole request may take is not for a clock to say, but for its progress.
      requestTimeout: 0,
      // The app refuses those without, by a page.
      requireHostHeader: false,
    },
    (request, response) => {
      if (isOneTooMany(request, response)) return void request.socket.destroy();
      watchBody(request, limits);
      listener(request, response);
    },
  );
  server.timeout = limits.silenceMs;
  server.maxConnections = mostConnections(descriptorLimit());
  // Where all workers are full, a connection is closed and not handed round.
  Object.assign(server, { dropMaxConnection: true });
  // An expectation that nobody knows may be passed over (RFC 9110, section 10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  return server;
}

/** Tells of requests that were sent before earlier ones were answered: each costs far more memory than the line it came in. */
function createQueueLimit(most: number) {
  const waiting = new WeakMap<Socket, number>();
  return ({ socket }: IncomingMessage, response: ServerResponse): boolean => {
    if (socket.destroyed) return true;
    // A response has its socket at once, unless it stands behind another.
    if (response.socket !== null) return false;
    const count = (waiting.get(socket) ?? 0) + 1;
    waiting.set(socket, count);
    response.once('finish', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
    return count > most;
  };
}

/**
 * Cuts off a body that does not get on, whether anyone reads it or not. There is no limit for the whole of it: 10 MB take
 * 328 s on a line of 256 kbit/s, and Node's own limit for a request, 300 s, would end that in a 408.
 */
function watchBody(request: IncomingMessage, { bodyBytes, bodyStretchMs }: HttpLimits): void {
  const { headers, socket } = request;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
  let seen = socket.bytesRead;
  const timer = setInterval(() => {
    if (request.complete || socket.destroyed) return clearInterval(timer);
    if (socket.bytesRead - seen < bodyBytes) {
      request.destroy(new Failure('requestTimeout'));
      socket.destroy();
    }
    seen = socket.bytesRead;
  }, bodyStretchMs).unref();
  request.once('end', () => clearInterval(timer));
}

/** Three of four descriptors that are left: a visitor's files and the backend's answers need some too. */
export const mostConnections = (descriptors: number): number =>
  Math.min(
    MAX_CONNECTIONS,
    Math.max(MIN_CONNECTIONS, Math.floor(((descriptors - RESERVED_DESCRIPTORS) * 3) / 4)),
  );

/** Descriptors that this process may have, as Linux tells; elsewhere as many as are wanted. */
function descriptorLimit(): number {
  try {
    const [, soft] = /^Max open files\s+(\d+)/mu.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
