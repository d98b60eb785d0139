import type { RequestHandler } from 'express';
import { Failure } from '../failures.ts';

const METHODS = ['GET', 'HEAD'];

/** Addresses that can only be read refuse every other method, and say which they know. */
export const readingOnly: RequestHandler = (request, response, next) => {
  if (METHODS.includes(request.method)) return next();
  response.set('Allow', METHODS.join(', '));
  throw new Failure('methodNotAllowed');
};
