import type { Request, RequestHandler } from 'express';
import { rateLimit } from 'express-rate-limit';
import { Failure, isNotFound } from '../failures.ts';
import { addressKey } from '../form/visitor-address.ts';

const MINUTE_S = 60;

export const A_MINUTE = {
  windowMs: MINUTE_S * 1000,
  legacyHeaders: false,
  // The number of proxies is a setting of the site, which checks it.
  validate: false,
} as const;

/**
 * What one address may ask for in a minute, by what it costs; pages and files that stand ready as bytes do not count. An
 * office of 200 people behind one address stays far below each.
 */
export const READING_LIMITS = {
  /** Everything that is not cached: pages, redirects, error pages, files and pictures passed through. */
  requests: 6000,
  /** The same, before a link is clicked: more are pointed at than followed, and they take nothing from `requests`. */
  prefetches: 12_000,
  /** Searches: each may be a question to the content backend. */
  searches: 600,
  /** Articles that are not there: each may be a question to the content backend, too. */
  missingArticles: 600,
  /** Questions for the figures that are refused: tokens could be tried out. */
  refusedMetrics: 60,
  /** Pictures of codes: each request draws one. */
  codePictures: 2400,
  /** Sounds of codes, which take longer to make. */
  codeSounds: 1200,
};

type Exceptions = {
  skip?: (request: Request) => boolean;
  /** Counts only what was not there, though an old address led on; the rest is counted until it is answered, so that none slips through at once. */
  countsMissing?: boolean;
};

/**
 * Refuses what goes beyond a limit, unless limits by address are off. Counted in memory, by each process for itself; no header
 * tells of it, since others may keep the answers.
 */
export function limitReading(
  what: keyof typeof READING_LIMITS,
  isLimited: boolean,
  { skip, countsMissing }: Exceptions = {},
): RequestHandler {
  if (!isLimited) return (_request, _response, next) => next();
  return rateLimit({
    ...A_MINUTE,
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
  });
}
