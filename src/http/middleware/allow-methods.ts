import type { RequestHandler } from 'express';
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
