import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { Failure } from '../failures.ts';

/** A request of HTTP/1.1 must name a host, though the site does not listen to it (RFC 9112, section 3.2). */
export const lacksHost = ({ headers, httpVersionMinor }: IncomingMessage): boolean =>
  headers.host === undefined && httpVersionMinor > 0;

/** Refuses a request without a host by a page, where Node's own answer would lack the site's headers. */
export const requireHost: RequestHandler = (request, _response, next) => {
  if (lacksHost(request)) throw new Failure('badRequest', { detail: 'no Host' });
  next();
};
