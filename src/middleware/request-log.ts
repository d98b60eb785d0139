import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { type Failure, failures } from '../failures.ts';

declare global {
  namespace Express {
    interface Request {
      id: string;
      log: Logger;
      /** What went wrong, if anything did. */
      failure?: Failure;
    }
  }
}

/** One line a request, at the level of its failure if it had one, with an id of its own and no personal data: no address, no query, no agent. */
export function requestLog(log: Logger): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    request.id = randomUUID();
    request.log = log.child({ request: request.id });
    response.set('X-Request-Id', request.id);
    response.once('close', () => {
      const ms = Math.round((performance.now() - startedAt) * 10) / 10;
      const path = request.originalUrl.split('?')[0];
      const line = { method: request.method, path, status: response.statusCode, ms };
      const { failure } = request;
      if (!failure) request.log.info(line, 'request');
      else
        request.log[failures[failure.kind].level](
          { ...line, failure: failure.message, err: failure.cause },
          'request',
        );
    });
    next();
  };
}
