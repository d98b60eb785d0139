import type { RequestHandler } from 'express';
import { rateLimit } from 'express-rate-limit';
import { Failure } from '../failures.ts';
import { addressKey } from '../services/application/visitor-address.ts';

const MINUTE_MS = 60_000;

/** Refuses what one address asks for more than `limit` times in a minute; a limit of 0 refuses nothing. */
export function limitPerMinute(limit: number): RequestHandler {
  if (limit === 0) return (_request, _response, next) => next();
  return rateLimit({
    windowMs: MINUTE_MS,
    limit,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    // The number of proxies is a setting of the site, which checks it.
    validate: false,
    keyGenerator: ({ ip }) => addressKey(ip),
    handler: (_request, _response, next) => next(new Failure('tooMany')),
  });
}
