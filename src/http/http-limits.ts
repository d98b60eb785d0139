import http, {
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { ipKeyGenerator } from 'express-rate-limit';
import type { Config } from '../config/config.ts';
import { SiteError } from '../lib/failures.ts';

/** Limits of one connection. */
export const HTTP_LIMITS = {
  /** Maximum size of request line and headers together. It exceeds `MAX_TARGET_BYTES`, so that a longer URL gets an error page. */
  headerBytes: 16 * 1024,
  /** Timeout from the connection's start, or its last request's end, to the end of the next headers. */
  headersMs: 20_000,
  headersCheckMs: 5000,
  keepAliveMs: 5000,
  /** Idle timeout: closes a connection on which neither side sends data. */
  silenceMs: 60_000,
  /** Idle timeout of a request with a body, whose files are checked before the response. */
  checkSilenceMs: 180_000,
  /** Maximum connections per client address if clients connect directly. */
  connectionsPerAddress: 1000,
  /** Minimum body bytes per interval. Even the slowest real connection is faster. */
  minBodyBytes: 1024,
  bodyIntervalMs: 30_000,
  /** Maximum size of a body that must be complete within `smallBodyMs`. */
  smallBodyBytes: 64 * 1024,
  smallBodyMs: 60_000,
  /** Time to finish a body after its response, because some browsers read the response only after they have sent the body. */
  lingerMs: 30_000,
  /** Maximum body bytes that are read after the response is complete. */
  discardedBytes: 8 * 1024 * 1024,
  /** Time that the client has to read the response if the body is longer, or if no route has read any of it. */
  discardedLingerMs: 3000,
};

type HttpLimits = typeof HTTP_LIMITS;

/** Omits the limit per address behind a proxy, which makes all connections. */
export const createHttpLimits = ({
  trustProxy,
  rateLimitPerMinute,
}: Pick<Config, 'trustProxy' | 'rateLimitPerMinute'>): HttpLimits =>
  trustProxy === 0 && rateLimitPerMinute > 0
    ? HTTP_LIMITS
    : { ...HTTP_LIMITS, connectionsPerAddress: Number.POSITIVE_INFINITY };

/** Maximum open connections. Node raises the limit of open files to the hard one, which systemd sets far higher. */
export const MAX_CONNECTIONS = 4096;

const LINGER_CHECK_MS = 20;

const METHODS_WITH_BODY = ['POST', 'PATCH'];

/** Creates a server with limits, so that slow, idle or greedy clients cannot block it. */
export function createLimitedServer(listener: RequestListener, limits: HttpLimits = HTTP_LIMITS): Server {
  const isPipelined = createPipelineLimit();
  const server = http.createServer(
    {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: limits.headersCheckMs,
      keepAliveTimeout: limits.keepAliveMs,
      // `watchBody` limits the progress of a request instead, because a large upload on a slow connection takes long.
      requestTimeout: 0,
      // The app rejects requests without a Host header, with an error page.
      requireHostHeader: false,
    },
    (request, response) => {
      if (isPipelined(request, response)) return void request.socket.destroy();
      if (hasBody(request)) {
        // Node resets this with the next request of the connection.
        request.socket.setTimeout(limits.checkSilenceMs);
        watchBody(request, limits);
        limitUnfinishedBody(request, response, limits);
      }
      listener(request, response);
    },
  );
  server.timeout = limits.silenceMs;
  limitConnections(server, limits.connectionsPerAddress);
  server.maxConnections = MAX_CONNECTIONS;
  // Unknown expectations may be ignored (RFC 9110, section 10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  return server;
}

/** Detects a second pipelined request that waits for an earlier response, because each uses far more memory than its bytes. */
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

/**
 * Closes the connection if the response did not wait for the body: immediately if no route reads the body of this method, otherwise
 * after `lingerMs`. Reads up to `discardedBytes` of the rest.
 */
function limitUnfinishedBody(request: IncomingMessage, response: ServerResponse, limits: HttpLimits): void {
  const { method, socket } = request;
  if (!METHODS_WITH_BODY.includes(method ?? '')) return void response.setHeader('Connection', 'close');
  const bytesBefore = socket.bytesRead;
  // Runs before Node's own listener, which starts to discard the body.
  response.prependOnceListener('finish', () => {
    if (request.complete) return;
    const { lingerMs, discardedLingerMs } = limits;
    let closesAt = performance.now() + (request.readableDidRead ? lingerMs : discardedLingerMs);
    const timer = setInterval(() => {
      if (request.complete || socket.destroyed) return clearInterval(timer);
      const now = performance.now();
      if (now >= closesAt) socket.destroy();
      else if (!socket.isPaused() && socket.bytesRead - bytesBefore > limits.discardedBytes) {
        socket.pause();
        closesAt = Math.min(now + discardedLingerMs, closesAt);
      }
    }, LINGER_CHECK_MS).unref();
  });
}

/** Closes the connection of a stalled body, even if no route reads it. Node limits only a request's total time. */
function watchBody(request: IncomingMessage, limits: HttpLimits): void {
  const { minBodyBytes, bodyIntervalMs, smallBodyBytes, smallBodyMs } = limits;
  const { socket, headers } = request;
  const isSmall = Number(headers['content-length'] ?? Number.NaN) <= smallBodyBytes;
  const closesAt = isSmall ? performance.now() + smallBodyMs : Number.POSITIVE_INFINITY;
  let seen = socket.bytesRead;
  // The server pauses the socket while a file waits for checks of earlier files.
  let wasReading = true;
  const timer = setInterval(() => {
    if (request.complete || socket.destroyed) return clearInterval(timer);
    const isReading = !socket.isPaused();
    const isStalled = wasReading && isReading && socket.bytesRead - seen < minBodyBytes;
    if (isStalled || performance.now() >= closesAt) {
      request.destroy(new SiteError('requestTimeout'));
      socket.destroy();
    }
    wasReading = isReading;
    seen = socket.bytesRead;
  }, bodyIntervalMs).unref();
  const stop = () => {
    clearInterval(timer);
    socket.off('close', stop);
  };
  request.once('end', stop);
  // Otherwise the timer would keep the body of a closed connection in memory.
  socket.once('close', stop);
}

/**
 * Limits connections per client address (IPv6: per network). Beyond `max`, a new connection replaces the oldest one that is idle or
 * else runs a GET, so that one client does not lock its neighbours out.
 */
function limitConnections(server: Server, max: number): void {
  const byAddress = new Map<string, Set<Socket>>();
  const running = new WeakMap<Socket, IncomingMessage>();
  server.on('request', (request, response) => {
    const { socket } = request;
    running.set(socket, request);
    response.once('close', () => running.delete(socket));
  });
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined) return;
    const key = ipKeyGenerator(remoteAddress);
    const sockets = byAddress.get(key) ?? new Set();
    if (sockets.size >= max) {
      const oldest =
        sockets.values().find((one) => !running.has(one)) ??
        sockets.values().find((one) => running.get(one)?.method === 'GET');
      if (!oldest) return void socket.destroy();
      sockets.delete(oldest);
      oldest.destroy();
    }
    byAddress.set(key, sockets.add(socket));
    socket.once('close', () => {
      sockets.delete(socket);
      if (sockets.size === 0 && byAddress.get(key) === sockets) byAddress.delete(key);
    });
  });
}
