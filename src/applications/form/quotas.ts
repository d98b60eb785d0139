import type { Request, RequestHandler } from 'express';
import { type Store as CounterStore, rateLimit } from 'express-rate-limit';
import type { Logger } from 'pino';
import { addressKeys, keyedHash, RATE_LIMIT_OPTIONS } from '../../http/middleware/rate-limits.ts';
import { HOUR_MS, MINUTE_MS } from '../../lib/days.ts';
import { SiteError } from '../../lib/failures.ts';
import { CLIENT_LIMITS, type LimitName, POST_KINDS, type PostKind } from '../rules/limits.ts';
import type { Draft } from '../store/drafts/drafts.ts';
import type { Store } from '../store/index.ts';
import type { Quota } from '../store/rate-counters.ts';

const WINDOWS_MS = { minute: MINUTE_MS, hour: HOUR_MS };

type Scope = 'session' | 'address' | 'network';

type Dependencies = {
  secret: string;
  rateLimitPerMinute: number;
  sessionIdOf: (request: Request) => string | undefined;
};

export type Quotas = ReturnType<typeof createQuotas>;

/** Creates the quotas of clients. RATE_LIMIT_PER_MINUTE=0 disables them. */
export function createQuotas({ secret, rateLimitPerMinute, sessionIdOf }: Dependencies) {
  function create(name: LimitName, scope: Scope, client: string, amount = 1): Quota[] {
    const { window, [scope]: limit } = CLIENT_LIMITS[name];
    if (limit === undefined || rateLimitPerMinute === 0) return [];
    const max = POST_KINDS.some((kind) => kind === name) ? limit * rateLimitPerMinute : limit;
    const key = `${name} ${keyedHash(`${scope} ${client}`, secret)}`;
    return [{ key, max, windowMs: WINDOWS_MS[window], amount, isShared: scope !== 'session' }];
  }
  function createAddressQuotas(name: LimitName, ip: string | undefined, amount?: number): Quota[] {
    const [address = '', network] = addressKeys(ip);
    const own = create(name, 'address', address, amount);
    return network === undefined ? own : [...own, ...create(name, 'network', network, amount)];
  }
  return {
    /** Quotas of a draft's session, and those that it shares with neighbours. */
    of: (
      name: Exclude<LimitName, PostKind>,
      { id, session }: Pick<Draft, 'id' | 'session'>,
      ip: string | undefined,
      amount?: number,
    ): Quota[] => [
      ...create(name, 'session', session ?? id, amount),
      ...createAddressQuotas(name, ip, amount),
    ],

    /** A POST's session quota, or the client address quotas if it has no session. */
    ofPost(kind: PostKind, request: Request): Quota[] {
      const session = sessionIdOf(request);
      return session === undefined ? createAddressQuotas(kind, request.ip) : create(kind, 'session', session);
    },
  };
}

type LimiterParts = { store: Store; quotas: Quotas; log: Logger };

/** Creates limits of POSTs per minute, shared by all processes. */
export const createPostLimits =
  ({ store, quotas: { ofPost }, log }: LimiterParts) =>
  (kind: PostKind): RequestHandler[] =>
    // A POST has up to two quotas: session, or address and network.
    [0, 1].map((at) =>
      rateLimit({
        ...RATE_LIMIT_OPTIONS,
        skip: (request) => ofPost(kind, request).length <= at,
        limit: (request) => ofPost(kind, request)[at]?.max ?? 0,
        keyGenerator: (request) => ofPost(kind, request)[at]?.key ?? '',
        standardHeaders: 'draft-8',
        store: countersIn(store),
        // A counter failure must not lose a POST.
        passOnStoreError: true,
        logger: log,
        handler: (_request, _response, next) => next(new SiteError('tooMany')),
      }),
    );

/** Adapts the store's counters, because they use the database's clock and express-rate-limit uses this machine's. */
const countersIn = ({ rateCounters, now }: Store): CounterStore => ({
  localKeys: false,
  async increment(key) {
    const { hits, resetsAt } = await rateCounters.increment(key, MINUTE_MS);
    return { totalHits: hits, resetTime: new Date(Date.now() + resetsAt - now()) };
  },
  // Not called: every POST counts.
  decrement: () => undefined,
  resetKey: () => undefined,
});
