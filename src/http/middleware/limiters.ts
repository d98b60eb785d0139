import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import type { Request, RequestHandler } from 'express';
import { type Store as CounterStore, ipKeyGenerator, rateLimit } from 'express-rate-limit';
import type { Logger } from 'pino';
import { type PostKind, READING_LIMITS } from '../../applications/rules/limits.ts';
import type { Store } from '../../applications/store/index.ts';
import type { Quota } from '../../applications/store/rate-counters.ts';
import { MINUTE_MS, SECOND_MS } from '../../lib/days.ts';
import { isNotFound, SiteError } from '../../lib/failures.ts';

/** Size of the prefix of a network, which has many addresses. */
const NETWORK_BITS = 48;

/** Matches an IP address as gateways write it: `ip`, `ip:port`, `[ipv6]` or `[ipv6]:port`. */
const WITH_PORT = /^(?:\[(?<bracketed>[^\]]*)\]|(?<plain>[^:]*))(?::\d+)?$/u;

/**
 * Returns the key for limits by client address: the IPv4 address, or the IPv6 network, because one household has many IPv6
 * addresses. Invalid addresses count as one client.
 */
export function addressKey(ip = '', networkBits?: number): string {
  const { bracketed, plain } = WITH_PORT.exec(ip.trim())?.groups ?? {};
  const [address = ''] = (bracketed ?? plain ?? ip).trim().split('%');
  return isIP(address) ? ipKeyGenerator(address, networkBits) : '';
}

/** Returns the keys of a client's address and, with IPv6, of its network. */
export const addressKeys = (ip: string | undefined): string[] => [
  ...new Set([addressKey(ip), addressKey(ip, NETWORK_BITS)]),
];

/** Returns a keyed hash of the client address, so that no address is stored. */
export const addressHash = (ip: string | undefined, secret: string): string =>
  keyedHash(`address ${addressKey(ip)}`, secret);

/** Returns a hash that cannot be computed without the secret. */
export const keyedHash = (text: string, secret: string): string =>
  createHmac('sha256', secret).update(text).digest('base64url');

type Exceptions = {
  skip?: (request: Request) => boolean;
  /** Counts only 404s and redirects of legacy URLs. Every request counts until its response is sent. */
  countsMissing?: boolean;
};

type Limiters = {
  /**
   * Limits GET and HEAD requests, counted in memory by each process. Sends no rate limit headers, because caches may store the
   * responses.
   */
  reading: (kind: keyof typeof READING_LIMITS, exceptions?: Exceptions) => RequestHandler;
  /** Limits POSTs of one kind per minute, counted by all processes together. */
  posts: (kind: PostKind) => RequestHandler[];
};

const pass: RequestHandler = (_request, _response, next) => next();
const UNLIMITED: Limiters = { reading: () => pass, posts: () => [] };

const OPTIONS = {
  windowMs: MINUTE_MS,
  legacyHeaders: false,
  // The validation would check `trust proxy`, which is a setting of the site.
  validate: false,
} as const;

/** Returns the quotas of a POST. */
type PostQuotas = { ofPost: (kind: PostKind, request: Request) => Pick<Quota, 'key' | 'max'>[] };

type Dependencies = { store: Store; quotas: PostQuotas; log: Logger; rateLimitPerMinute: number };

/** Creates limits by session and client address. RATE_LIMIT_PER_MINUTE=0 disables all of them. */
export function createLimiters({ store, quotas, log, rateLimitPerMinute }: Dependencies): Limiters {
  if (rateLimitPerMinute === 0) return UNLIMITED;
  return {
    reading: (kind, { skip, countsMissing } = {}) =>
      rateLimit({
        ...OPTIONS,
        limit: READING_LIMITS[kind],
        standardHeaders: false,
        skip,
        skipSuccessfulRequests: countsMissing,
        requestWasSuccessful: (request, { statusCode }) =>
          !isNotFound(statusCode) && (request as Request).kind !== 'moved',
        keyGenerator: ({ ip }) => addressKey(ip),
        handler: (_request, response, next) => {
          response.set('Retry-After', `${MINUTE_MS / SECOND_MS}`);
          next(new SiteError('tooMany'));
        },
      }),
    // A POST has up to two quotas: of its session, or of its address and the network of the address.
    posts: (kind) =>
      [0, 1].map((at) =>
        rateLimit({
          ...OPTIONS,
          skip: (request) => quotas.ofPost(kind, request).length <= at,
          limit: (request) => quotas.ofPost(kind, request)[at]?.max ?? 0,
          keyGenerator: (request) => quotas.ofPost(kind, request)[at]?.key ?? '',
          standardHeaders: 'draft-8',
          store: countersIn(store),
          // A failure of the counters must not lose a POST.
          passOnStoreError: true,
          logger: log,
          handler: (_request, _response, next) => next(new SiteError('tooMany')),
        }),
      ),
  };
}

/** Adapts the store's counters, because they use the database's clock and express-rate-limit uses this machine's. */
const countersIn = ({ rateCounters, now }: Store): CounterStore => ({
  localKeys: false,
  async increment(key) {
    const { hits, resetsAt } = await rateCounters.increment(key, MINUTE_MS);
    return { totalHits: hits, resetTime: new Date(Date.now() + resetsAt - now()) };
  },
  decrement: (key) => rateCounters.decrement(key),
  resetKey: (key) => rateCounters.remove(key),
});
