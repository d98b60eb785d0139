import type { RequestHandler } from 'express';
import { readableCode } from '../../store/applications/reference.ts';

declare global {
  namespace Express {
    interface Request {
      /** What the request is called in the log, in `X-Request-Id` and on its error page. */
      id: string;
    }
  }
}

/** Characters of a number that a visitor can quote. */
const LENGTH = 10;

/** The format of a proxy's request id: short and harmless in logs and pages. */
const GIVEN = /^[\w.-]{8,64}$/u;

/** Names each request; where there are proxies in front, by the name that they gave it. */
export function requestId(trustProxy: number): RequestHandler {
  return (request, response, next) => {
    const given = trustProxy > 0 ? request.get('X-Request-Id') : undefined;
    request.id = given !== undefined && GIVEN.test(given) ? given : readableCode(LENGTH);
    response.set('X-Request-Id', request.id);
    next();
  };
}
