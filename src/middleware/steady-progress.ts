import type { RequestHandler } from 'express';
import { Failure } from '../failures.ts';

/** What a body must bring in each stretch of time: far below any line that people use, far above what holds a server up. */
const MIN_BYTES = 1024;
const STRETCH_MS = 30_000;

/**
 * Cuts off a body that does not get on. There is no limit for the whole of it: 10 MB take 328 s on a line of 256 kbit/s, and
 * Node's own limit for a request, 300 s, would end that in a 408.
 */
export function steadyProgress({ minBytes = MIN_BYTES, stretchMs = STRETCH_MS } = {}): RequestHandler {
  return (request, _response, next) => {
    const { socket } = request;
    let seen = socket.bytesRead;
    const timer = setInterval(() => {
      if (request.complete) return clearInterval(timer);
      if (socket.bytesRead - seen < minBytes) request.destroy(new Failure('requestTimeout'));
      seen = socket.bytesRead;
    }, stretchMs);
    const stop = () => clearInterval(timer);
    request.once('end', stop).once('close', stop);
    next();
  };
}
