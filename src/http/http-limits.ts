import { readFileSync } from 'node:fs';
import http, {
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { ipKeyGenerator } from 'express-rate-limit';
import type { Config } from '../config/config.ts';
import { Failure } from '../lib/failures.ts';

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
  /** Connections of one address, if clients connect directly. */
  connectionsPerAddress: 100,
  /** What a body must bring in each stretch: far below any line that people use, far above what holds a server up. */
  bodyBytes: 1024,
  bodyStretchMs: 30_000,
  /** Time to finish a body after its response: some browsers read the response only then. */
  lingerMs: 30_000,
};

type HttpLimits = typeof HTTP_LIMITS;

/** Behind a proxy all connections come from its address. */
export const httpLimitsOf = ({ trustProxy, rateLimitPerMinute }: AddressSettings): HttpLimits =>
  trustProxy === 0 && rateLimitPerMinute > 0
    ? HTTP_LIMITS
    : { ...HTTP_LIMITS, connectionsPerAddress: Number.POSITIVE_INFINITY };

type AddressSettings = Pick<Config, 'trustProxy' | 'rateLimitPerMinute'>;

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
  const isOneTooMany = createPipelineLimit();
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
      if (hasBody(request)) {
        watchBody(request, limits);
        closeUnfinished(request, response, limits);
      }
      listener(request, response);
    },
  );
  server.timeout = limits.silenceMs;
  limitConnections(server, limits.connectionsPerAddress);
  server.maxConnections = mostConnections(descriptorLimit());
  // An expectation that nobody knows may be passed over (RFC 9110, section 10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  return server;
}

/** Finds a second request that waits for the response of an earlier one: each costs far more memory than its bytes. */
function createPipelineLimit() {
  const waiting = new WeakSet<Socket>();
  return ({ socket }: IncomingMessage, response: ServerResponse): boolean => {
    if (socket.destroyed || waiting.has(socket)) return true;
    // A response has no socket while it is queued behind another.
    if (response.socket !== null) return false;
    waiting.add(socket);
    response.once('finish', () => waiting.delete(socket));
    return false;
  };
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Closes the connection of a body that its response did not wait for: at once if it is read by no route, else after a while. */
function closeUnfinished(request: IncomingMessage, response: ServerResponse, { lingerMs }: HttpLimits): void {
  const { method, socket } = request;
  if (method === 'GET' || method === 'HEAD') return void response.setHeader('Connection', 'close');
  response.once('finish', () => {
    if (request.complete) return;
    setTimeout(() => {
      if (!request.complete) socket.destroy();
    }, lingerMs).unref();
  });
}

/**
 * Cuts off a body that does not get on, whether anyone reads it or not. There is no limit for the whole of it: 10 MB take
 * 328 s on a line of 256 kbit/s, and Node's own limit for a request, 300 s, would end that in a 408.
 */
function watchBody(request: IncomingMessage, { bodyBytes, bodyStretchMs }: HttpLimits): void {
  const { socket } = request;
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

/** Closes new connections of an address (IPv6: a network) that has `max` open ones. */
function limitConnections(server: Server, max: number): void {
  const counts = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined) return;
    const key = ipKeyGenerator(remoteAddress);
    const count = counts.get(key) ?? 0;
    if (count >= max) return void socket.destroy();
    counts.set(key, count + 1);
    socket.once('close', () => {
      const left = (counts.get(key) ?? 0) - 1;
      if (left > 0) counts.set(key, left);
      else counts.delete(key);
    });
  });
}
