import type { RequestHandler } from 'express';
import { rateLimit, type Store } from 'express-rate-limit';
import { Failure } from '../failures.ts';
import { addressHash } from '../form/visitor-address.ts';
import type { Services } from '../services.ts';
import { A_MINUTE } from './reading-limit.ts';

type Dependencies = Pick<Services, 'store' | 'secret' | 'log' | 'config'>;

/** Limits the POSTs of one address in a minute; all workers count together. */
export function limitPosts({ store, secret, log, config }: Dependencies): RequestHandler {
  if (config.rateLimitPerMinute === 0) return (_request, _response, next) => next();
  return rateLimit({
    ...A_MINUTE,
    limit: config.rateLimitPerMinute,
    standardHeaders: 'draft-8',
    store: countsIn(store),
    // A failure of the counters must not lose a POST.
    passOnStoreError: true,
    logger: log,
    keyGenerator: ({ ip }) => `posts ${addressHash(ip, secret)}`,
    handler: (_request, _response, next) => next(new Failure('tooMany')),
  });
}

/** express-rate-limit's store in the site's own. It reckons with this machine's clock, the store with the database's. */
const countsIn = ({ rateCounters: counters, now }: Dependencies['store']): Store => ({
  localKeys: false,
  async increment(key) {
    const { hits, resetsAt } = await counters.increment(key, A_MINUTE.windowMs);
    return { totalHits: hits, resetTime: new Date(Date.now() + resetsAt - now()) };
  },
  decrement: (key) => counters.decrement(key),
  resetKey: (key) => counters.remove(key),
});
