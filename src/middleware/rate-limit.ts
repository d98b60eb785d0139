import type { RequestHandler } from 'express';
import { rateLimit, type Store } from 'express-rate-limit';
import {
  FIELD_CHECKS_PER_FORM_POST,
  MAX_OPEN_POSTS_PER_ADDRESS,
  OPEN_POSTS_RETRY_S,
  UPLOADS_PER_FORM_POST,
} from '../application/limits.ts';
import { Failure } from '../failures.ts';
import { addressHash, addressKey } from '../form/visitor-address.ts';
import type { Services } from '../services.ts';
import { A_MINUTE } from './reading-limit.ts';

type Dependencies = Pick<Services, 'store' | 'secret' | 'log' | 'config'>;

/** Each has a counter of its own, so that checks and uploads leave room to submit. */
const PER_FORM_POST = { posts: 1, uploads: UPLOADS_PER_FORM_POST, checks: FIELD_CHECKS_PER_FORM_POST };

const pass: RequestHandler = (_request, _response, next) => next();

/** Limits the POSTs of one kind that an address may send in a minute; all workers count together. */
export function limitPosts(
  { store, secret, log, config }: Dependencies,
  kind: keyof typeof PER_FORM_POST,
): RequestHandler {
  if (config.rateLimitPerMinute === 0) return pass;
  return rateLimit({
    ...A_MINUTE,
    limit: config.rateLimitPerMinute * PER_FORM_POST[kind],
    standardHeaders: 'draft-8',
    store: countsIn(store),
    // A failure of the counters must not lose a POST.
    passOnStoreError: true,
    logger: log,
    keyGenerator: ({ ip }) => `${kind} ${addressHash(ip, secret)}`,
    handler: (_request, _response, next) => next(new Failure('tooMany')),
  });
}

/** Limits the POSTs of an address that are read or answered at the same time: each takes memory and a place in the queue of checks. */
export function limitOpenPosts({ config }: Pick<Dependencies, 'config'>): RequestHandler {
  if (config.rateLimitPerMinute === 0) return pass;
  const open = new Map<string, number>();
  return ({ ip }, response, next) => {
    const key = addressKey(ip);
    const count = open.get(key) ?? 0;
    if (count >= MAX_OPEN_POSTS_PER_ADDRESS) {
      response.set('Retry-After', `${OPEN_POSTS_RETRY_S}`);
      throw new Failure('tooMany');
    }
    open.set(key, count + 1);
    response.once('close', () => {
      const left = (open.get(key) ?? 1) - 1;
      if (left > 0) open.set(key, left);
      else open.delete(key);
    });
    next();
  };
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
