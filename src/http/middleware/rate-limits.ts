import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import type { Request, RequestHandler } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import { MINUTE_MS, SECOND_MS } from '../../lib/days.ts';
import { isNotFound, SiteError } from '../../lib/failures.ts';

/** Prefix length of a network with many addresses. */
const NETWORK_BITS = 48;

/** Matches an IP address as gateways write it: `ip`, `ip:port`, `[ipv6]` or `[ipv6]:port`. */
const WITH_PORT = /^(?:\[(?<bracketed>[^\]]*)\]|(?<plain>[^:]*))(?::\d+)?$/u;

/** Returns the key of a client: its IPv4 address or IPv6 network. All invalid addresses count as one client. */
export function addressKey(ip = '', networkBits?: number): string {
  const { bracketed, plain } = WITH_PORT.exec(ip.trim())?.groups ?? {};
  const [address = ''] = (bracketed ?? plain ?? ip).trim().split('%');
  return isIP(address) ? ipKeyGenerator(address, networkBits) : '';
}

/** Returns the keys for a client's address and, with IPv6, its network. */
export const addressKeys = (ip: string | undefined): string[] => [
  ...new Set([addressKey(ip), addressKey(ip, NETWORK_BITS)]),
];

/** Returns a keyed hash of the client address, so that no address is stored. */
export const addressHash = (ip: string | undefined, secret: string): string =>
  keyedHash(`address ${addressKey(ip)}`, secret);

export const keyedHash = (text: string, secret: string): string =>
  createHmac('sha256', secret).update(text).digest('base64url');

export const RATE_LIMIT_OPTIONS = {
  windowMs: MINUTE_MS,
  legacyHeaders: false,
  // The validation would check `trust proxy`, which is a setting of the site.
  validate: false,
} as const;

type Exceptions = {
  skip?: (request: Request) => boolean;
  /** Counts only 404s and redirects of legacy URLs. Every request counts until its response is sent. */
  countsMissing?: boolean;
};

/**
 * Maximum requests of a client address per minute, without those served from the page cache. They allow hundreds of requests a
 * second, so that neighbours behind one address do not block each other.
 */
export const READING_LIMITS = {
  /** All requests but prefetches. */
  requests: 12_000,
  prefetches: 12_000,
  /** Leaves half of a process's capacity: a search ranks all pages and may call the content backend. */
  searches: 2000,
  missingArticles: 12_000,
  /** Slows down guessing of the token. */
  refusedMetrics: 60,
  /** Repeated requests for a code are cheap, and each new code needs a request for the form. */
  codePictures: 12_000,
  /** Leaves half of a process's capacity: each request synthesises speech. */
  codeSounds: 6000,
};

/**
 * Creates limits for GET and HEAD requests per client address, counted in memory by each process. RATE_LIMIT_PER_MINUTE=0
 * disables them. Sends no rate limit headers, which caches may store.
 */
export const createReadingLimits =
  (rateLimitPerMinute: number) =>
  (kind: keyof typeof READING_LIMITS, { skip, countsMissing }: Exceptions = {}): RequestHandler =>
    rateLimit({
      ...RATE_LIMIT_OPTIONS,
      limit: READING_LIMITS[kind],
      standardHeaders: false,
      skip: rateLimitPerMinute === 0 ? () => true : skip,
      skipSuccessfulRequests: countsMissing,
      requestWasSuccessful: (request, { statusCode }) =>
        !isNotFound(statusCode) && (request as Request).kind !== 'moved',
      keyGenerator: ({ ip }) => addressKey(ip),
      handler: (_request, response, next) => {
        response.set('Retry-After', `${MINUTE_MS / SECOND_MS}`);
        next(new SiteError('tooMany'));
      },
    });
