import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import { SiteError } from '../../lib/failures.ts';

/** Rejects all other methods with 405 and `Allow`. */
export const allowMethods =
  (...methods: string[]): RequestHandler =>
  (request, response, next) => {
    if (methods.includes(request.method)) return next();
    response.set('Allow', methods.join(', '));
    throw new SiteError('methodNotAllowed');
  };

export const readOnly = allowMethods('GET', 'HEAD');

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares the request's token in constant time. Returns false if no token is configured. */
export function hasBearerToken(request: Request, token: string | undefined): boolean {
  const [, sent] = /^Bearer +(\S+) *$/iu.exec(request.get('Authorization') ?? '') ?? [];
  return token !== undefined && sent !== undefined && timingSafeEqual(digest(sent), digest(token));
}
