import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { Failure } from '../../lib/failures.ts';

const HOST = 'host';

/** HTTP/1.1 requires one Host header, and no version allows two (RFC 9112, section 3.2). */
export function hasWrongHost({ rawHeaders, httpVersionMinor }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.length === HOST.length && rawHeaders[at]?.toLowerCase() === HOST) hosts += 1;
  }
  return hosts > 1 || (hosts === 0 && httpVersionMinor > 0);
}

/** Rejects such a request with an error page: Node's own response would lack the security headers. */
export const requireHost: RequestHandler = (request, _response, next) => {
  if (hasWrongHost(request)) throw new Failure('badRequest', { detail: 'no Host header, or more than one' });
  next();
};

const ORIGIN = /^https?:\/\/[^/?#@\\]+(?=[/?]|$)/iu;

/** Path of a request target. An absolute URL is served by its path (RFC 9112, section 3.2.2). */
export function pathOfTarget(target = '/'): string {
  if (target.startsWith('/')) return target;
  const path = target.replace(ORIGIN, '');
  return path === '' || path.startsWith('?') ? `/${path}` : path;
}
