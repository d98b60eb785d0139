import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { type Failure, failures } from '../../lib/failures.ts';
import { countRequest, type RequestKind } from '../../metrics/requests.ts';
import type { Services } from '../../services.ts';
import { loggedPath } from './logged-path.ts';

declare global {
  namespace Express {
    interface Request {
      log: Logger;
      kind?: RequestKind;
      failure?: Failure;
    }
  }
}

/** An answer that took longer than this is a warning, in milliseconds. */
export const SLOW_MS = 2000;

/** Their duration depends on the visitor's connection. */
const AS_LONG_AS_IT_TAKES: RequestKind[] = ['form', 'file', 'media', 'captcha'];

/** Sets the kind of a route's requests for the log and the metrics. */
export const isFor =
  (kind: RequestKind): RequestHandler =>
  (request, _response, next) => {
    request.kind = kind;
    next();
  };

/**
 * One line a request, at the level of its failure if it had one, and no personal data: no address, no query, no agent.
 * The same is counted.
 */
export function requestLog({ log, metrics }: Pick<Services, 'log' | 'metrics'>): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    request.log = log.child({ request: request.id });
    response.once('close', () => {
      const took = performance.now() - startedAt;
      const { method, failure, kind = 'error' } = request;
      const status = response.headersSent ? response.statusCode : undefined;
      countRequest(metrics.requests, kind, request, status);
      if (failure) metrics.requestFailures.inc({ kind: failure.kind });
      const isSlow = took > SLOW_MS && !AS_LONG_AS_IT_TAKES.includes(kind);
      const line = {
        method,
        path: loggedPath(request.originalUrl),
        kind,
        status,
        ms: Math.round(took * 10) / 10,
        ...(isSlow && { slow: true }),
        ...(failure && toldOf(failure)),
      };
      request.log[levelOf(failure, isSlow)](line, 'request');
    });
    next();
  };
}

/**
 * What the log says of a failure, the key of its message with it. The words of an error that the visitor brought about may repeat what they sent: of those
 * only the name is told.
 */
export function toldOf({ kind, message, cause }: Failure) {
  const told = { failure: message, message: failures[kind].message };
  if (failures[kind].level !== 'info') return { ...told, err: cause };
  const { code, name } = (cause ?? {}) as { code?: unknown; name?: unknown };
  return { ...told, cause: code ?? name };
}

function levelOf(failure: Failure | undefined, isSlow: boolean): 'info' | 'warn' | 'error' {
  const level = failure ? failures[failure.kind].level : 'info';
  return isSlow && level === 'info' ? 'warn' : level;
}
