import type { RequestHandler } from 'express';
import { readableCode } from '../../lib/identifiers.ts';

declare global {
  namespace Express {
    interface Request {
      /** Shown in the log, in `X-Request-Id` and on the error page. */
      id: string;
    }
  }
}

/** Short enough for a visitor to quote. */
const LENGTH = 10;

/** Accepted format of a proxy's request id: short and harmless in logs and pages. */
const PROXY_ID = /^[\w.-]{8,64}$/u;

/** Sets the id of each request; behind a proxy, the proxy's id. */
export function requestId(trustProxy: number): RequestHandler {
  return (request, response, next) => {
    const given = trustProxy > 0 ? request.get('X-Request-Id') : undefined;
    request.id = given !== undefined && PROXY_ID.test(given) ? given : readableCode(LENGTH);
    response.set('X-Request-Id', request.id);
    next();
  };
}
