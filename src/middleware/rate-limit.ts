import type { RequestHandler } from 'express';
import { rateLimit, type Store } from 'express-rate-limit';
import { Failure } from '../failures.ts';
import { addressHash } from '../form/visitor-address.ts';
import type { Services } from '../services.ts';
import type { RateCounters } from '../store/rate-counters.ts';

const MINUTE_MS = 60_000;

type Limit = {
  /** What is counted. */
  name: string;
  /** 0 refuses nothing. */
  perMinute: number;
};

type Dependencies = Pick<Services, 'store' | 'secret' | 'log'>;

/** Limits the requests of one address in a minute; all workers count together. */
export function limitPerMinute(
  { store, secret, log }: Dependencies,
  { name, perMinute }: Limit,
): RequestHandler {
  if (perMinute === 0) return (_request, _response, next) => next();
  return rateLimit({
    windowMs: MINUTE_MS,
    limit: perMinute,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    // The number of proxies is a setting of the site, which checks it.
    validate: false,
    store: countsIn(store.rateCounters, name),
    // A failure of the counters must not lose a POST.
    passOnStoreError: true,
    logger: log,
    keyGenerator: ({ ip }) => addressHash(ip, secret),
    handler: (_request, _response, next) => next(new Failure('tooMany')),
  });
}

/** express-rate-limit's store in the site's own. */
function countsIn(counters: RateCounters, name: string): Store {
  const prefix = `${name} `;
  return {
    prefix,
    localKeys: false,
    async increment(key) {
      const { hits, resetsAt } = await counters.increment(prefix + key, MINUTE_MS);
      return { totalHits: hits, resetTime: new Date(resetsAt) };
    },
    decrement: (key) => counters.decrement(prefix + key),
    resetKey: (key) => counters.remove(prefix + key),
  };
}
