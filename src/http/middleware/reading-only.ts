import type { RequestHandler } from 'express';
import { Failure } from '../../lib/failures.ts';

/** Refuses every method but those that an address knows, and says which they are. */
export const onlyMethods =
  (...known: string[]): RequestHandler =>
  (request, response, next) => {
    if (known.includes(request.method)) return next();
    response.set('Allow', known.join(', '));
    throw new Failure('methodNotAllowed');
  };

export const readingOnly = onlyMethods('GET', 'HEAD');
