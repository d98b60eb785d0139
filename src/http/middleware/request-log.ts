import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Request, RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Counter } from 'prom-client';
import { ROOT_PATHS } from '../../content/site-paths.ts';
import { failures, type SiteError } from '../../lib/failures.ts';
import { createReadableCode } from '../../lib/identifiers.ts';

/** `machine`: URLs that programs read; `moved`: legacy URLs; `error`: no route. */
export const requestKinds = [
  'home',
  'page',
  'article',
  'search',
  'form',
  'captcha',
  'file',
  'media',
  'asset',
  'machine',
  'moved',
  'error',
] as const;
export type RequestKind = (typeof requestKinds)[number];

declare global {
  namespace Express {
    interface Request {
      /** Shown in the log, in `X-Request-Id` and on the error page. */
      id: string;
      log: Logger;
      kind?: RequestKind;
      failure?: SiteError;
    }
  }
}

/** Length of a request id, short enough for a visitor to quote. */
const ID_LENGTH = 10;

/** Accepted format of a proxy's request id: short and harmless in logs and pages. */
const PROXY_ID = /^[\w.-]{8,64}$/u;

/** Sets the id of each request; behind a proxy, uses the proxy's id. */
export function requestId(trustProxy: number): RequestHandler {
  return (request, response, next) => {
    const proxyId = trustProxy > 0 ? request.get('X-Request-Id') : undefined;
    request.id = proxyId !== undefined && PROXY_ID.test(proxyId) ? proxyId : createReadableCode(ID_LENGTH);
    response.set('X-Request-Id', request.id);
    next();
  };
}

export const SLOW_RESPONSE_MS = 2000;

/** The duration of these kinds depends on the client's connection. */
const NEVER_SLOW: RequestKind[] = ['form', 'file', 'media', 'captcha'];

/** Sets the kind of a route's requests for the log and the metrics. */
export const setKind =
  (kind: RequestKind): RequestHandler =>
  (request, _response, next) => {
    request.kind = kind;
    next();
  };

/** Returns whether the request is a prefetch. `Sec-Purpose` is a token with parameters, such as `prefetch;prerender`. */
export const isPrefetch = ({ 'sec-purpose': purpose }: IncomingHttpHeaders): boolean =>
  typeof purpose === 'string' && purpose.startsWith('prefetch');

/** Counters of requests by kind, method and status class, and of failed requests by kind of failure. */
export type RequestMetrics = {
  requests: Counter<'kind' | 'method' | 'status'>;
  requestFailures: Counter<'kind'>;
};

/** `status` is undefined if the client left before the response started. */
export function countRequest(
  requests: RequestMetrics['requests'],
  kind: RequestKind,
  { method, headers }: Pick<IncomingMessage, 'method' | 'headers'>,
  status?: number,
): void {
  const statusClass = status === undefined ? 'cut' : `${Math.floor(status / 100)}xx`;
  const read = isPrefetch(headers) ? 'prefetch' : 'read';
  const methods: Record<string, string> = { GET: read, HEAD: read, POST: 'post' };
  requests.inc({ kind, method: methods[`${method}`] ?? 'other', status: statusClass });
}

/** Counts each request and logs one line, without personal data such as IP address, query or user agent. */
export function requestLog({ log, metrics }: { log: Logger; metrics: RequestMetrics }): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    request.log = log.child({ request: request.id });
    response.once('close', () => {
      const tookMs = performance.now() - startedAt;
      const { method, failure, kind = 'error' } = request;
      const status = response.headersSent ? response.statusCode : undefined;
      countRequest(metrics.requests, kind, request, status);
      if (failure) metrics.requestFailures.inc({ kind: failure.kind });
      const isSlow = tookMs > SLOW_RESPONSE_MS && !NEVER_SLOW.includes(kind);
      const line = {
        method,
        path: redactPath(request.parsedUrl.target),
        kind,
        status,
        ms: Math.round(tookMs * 10) / 10,
        ...(isSlow && { slow: true }),
        ...(failure && failureFields(failure)),
      };
      request.log[chooseLogLevel(request, isSlow)](line, 'request');
    });
    next();
  };
}

/** Omits the message of an error that a client caused, which may contain personal data. */
export function failureFields({ kind, message, cause }: SiteError) {
  const fields = { failure: message };
  if (failures[kind].level !== 'info') return { ...fields, err: cause };
  const { code, name } = (cause ?? {}) as { code?: unknown; name?: unknown };
  return { ...fields, cause: code ?? name };
}

/** Load balancers probe these paths every few seconds. */
const PROBES = [ROOT_PATHS.health, ROOT_PATHS.readiness];

function chooseLogLevel({ failure, path }: Request, isSlow: boolean) {
  if (PROBES.includes(path)) return 'debug';
  const level = failure ? failures[failure.kind].level : 'info';
  return isSlow && level === 'info' ? 'warn' : level;
}

const MAX_PATH_LENGTH = 300;

const REDACTED = '*';

const TOKEN = /^(\/(?:files|media)\/)[^/]+/u;
/** Links in newsletters may contain an email address. */
const EMAIL_SIGN = /@|%40/u;

/** Returns the path for the log without personal data: no query (keywords), file token or email address. */
export function redactPath(target: string): string {
  const [path = ''] = target.split('?');
  const redacted = path
    .replace(TOKEN, `$1${REDACTED}`)
    .split('/')
    .map((segment) => (EMAIL_SIGN.test(segment) ? REDACTED : segment))
    .join('/');
  return redacted.length > MAX_PATH_LENGTH ? `${redacted.slice(0, MAX_PATH_LENGTH)}…` : redacted;
}
