import type { Request, RequestHandler } from 'express';
import { type Store as CounterStore, rateLimit } from 'express-rate-limit';
import type { Logger } from 'pino';
import {
  FIELD_CHECKS_PER_FORM_POST,
  MAX_OPEN_POSTS_PER_ADDRESS,
  OPEN_POSTS_RETRY_S,
  UPLOADS_PER_FORM_POST,
} from '../../form/rules/limits.ts';
import { Failure, isNotFound } from '../../lib/failures.ts';
import type { Store } from '../../store/index.ts';
import { addressHash, addressKey } from '../client-address.ts';

const MINUTE_S = 60;
const MINUTE_MS = MINUTE_S * 1000;

/**
 * Requests of one address in a minute, by what they cost; pages and files that are cached as bytes do not count. An office of 200 people
 * behind one address stays far below each.
 */
export const READING_LIMITS = {
  /** Everything that is not cached: pages, redirects, error pages, files and pictures passed through. */
  requests: 6000,
  /** The same, before a link is clicked. */
  prefetches: 12_000,
  /** Each may be a question to the content backend. */
  searches: 600,
  missingArticles: 600,
  /** Tokens could be tried out. */
  refusedMetrics: 60,
  /** Pictures of codes: each request draws one. */
  codePictures: 2400,
  codeSounds: 1200,
};

/** Each kind of POST has a counter of its own, so that checks and uploads leave room to submit. */
const PER_FORM_POST = { posts: 1, uploads: UPLOADS_PER_FORM_POST, checks: FIELD_CHECKS_PER_FORM_POST };

type Exceptions = {
  skip?: (request: Request) => boolean;
  /** Counts only what was not found, also if a legacy URL redirects it; everything counts until it is answered. */
  countsMissing?: boolean;
};

export type Limiters = {
  /** Counted in memory, by each process. No header tells the rest, because caches may store the answers. */
  reading: (what: keyof typeof READING_LIMITS, exceptions?: Exceptions) => RequestHandler;
  /** POSTs of one kind in a minute; all workers count together. */
  posts: (kind: keyof typeof PER_FORM_POST) => RequestHandler;
  /** POSTs that are read or answered at the same time: each takes memory and a place in the queue of checks. */
  openPosts: () => RequestHandler;
};

const pass: RequestHandler = (_request, _response, next) => next();
const UNLIMITED: Limiters = { reading: () => pass, posts: () => pass, openPosts: () => pass };

const OPTIONS = {
  windowMs: MINUTE_MS,
  legacyHeaders: false,
  // The number of proxies is a setting of the site, which checks it.
  validate: false,
} as const;

type Dependencies = { store: Store; secret: string; log: Logger; rateLimitPerMinute: number };

/** Limits by address; none of them limits anything if RATE_LIMIT_PER_MINUTE is 0. */
export function createLimiters({ store, secret, log, rateLimitPerMinute }: Dependencies): Limiters {
  if (rateLimitPerMinute === 0) return UNLIMITED;
  return {
    reading: (what, { skip, countsMissing } = {}) =>
      rateLimit({
        ...OPTIONS,
        limit: READING_LIMITS[what],
        standardHeaders: false,
        skip,
        skipSuccessfulRequests: countsMissing,
        requestWasSuccessful: (request, { statusCode }) =>
          !isNotFound(statusCode) && (request as Request).kind !== 'moved',
        keyGenerator: ({ ip }) => addressKey(ip),
        handler: (_request, response, next) => {
          response.set('Retry-After', `${MINUTE_S}`);
          next(new Failure('tooMany'));
        },
      }),
    posts: (kind) =>
      rateLimit({
        ...OPTIONS,
        limit: rateLimitPerMinute * PER_FORM_POST[kind],
        standardHeaders: 'draft-8',
        store: countersIn(store),
        // A failure of the counters must not lose a POST.
        passOnStoreError: true,
        logger: log,
        keyGenerator: ({ ip }) => `${kind} ${addressHash(ip, secret)}`,
        handler: (_request, _response, next) => next(new Failure('tooMany')),
      }),
    openPosts: limitOpenPosts,
  };
}

function limitOpenPosts(): RequestHandler {
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

/** Counters in the site's store, whose clock is the database's; express-rate-limit uses this machine's. */
const countersIn = ({ rateCounters, now }: Store): CounterStore => ({
  localKeys: false,
  async increment(key) {
    const { hits, resetsAt } = await rateCounters.increment(key, MINUTE_MS);
    return { totalHits: hits, resetTime: new Date(Date.now() + resetsAt - now()) };
  },
  decrement: (key) => rateCounters.decrement(key),
  resetKey: (key) => rateCounters.remove(key),
});
