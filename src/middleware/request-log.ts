import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';

declare global {
  namespace Express {
    interface Request {
      id: string;
      log: Logger;
    }
  }
}

/** One line a request, with an id of its own and no personal data: no address, no query, no agent. */
export function requestLog(log: Logger): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    request.id = randomUUID();
    request.log = log.child({ request: request.id });
    response.set('X-Request-Id', request.id);
    response.once('close', () => {
      const ms = Math.round((performance.now() - startedAt) * 10) / 10;
      const path = request.originalUrl.split('?')[0];
      request.log.info({ method: request.method, path, status: response.statusCode, ms }, 'request');
    });
    next();
  };
}
