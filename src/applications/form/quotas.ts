import type { Request } from 'express';
import { addressKeys, keyedHash } from '../../http/middleware/limiters.ts';
import { HOUR_MS, MINUTE_MS } from '../../lib/days.ts';
import { CLIENT_LIMITS, type LimitName, POST_KINDS, type PostKind } from '../rules/limits.ts';
import type { Draft } from '../store/drafts/drafts.ts';
import type { Quota } from '../store/rate-counters.ts';

const WINDOWS_MS = { minute: MINUTE_MS, hour: HOUR_MS };

type Scope = 'session' | 'address' | 'network';

type Dependencies = {
  secret: string;
  rateLimitPerMinute: number;
  /** Returns the session id of a signed cookie. */
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
  function ofAddress(name: LimitName, ip: string | undefined, amount?: number): Quota[] {
    const [address = '', network] = addressKeys(ip);
    const own = create(name, 'address', address, amount);
    return network === undefined ? own : [...own, ...create(name, 'network', network, amount)];
  }
  return {
    /** Returns the quotas of a draft's session, and those that it shares with neighbours. */
    of: (
      name: Exclude<LimitName, PostKind>,
      { id, session }: Pick<Draft, 'id' | 'session'>,
      ip: string | undefined,
      amount?: number,
    ): Quota[] => [...create(name, 'session', session ?? id, amount), ...ofAddress(name, ip, amount)],

    /** Returns the quota of a POST's session, or those of the client address if it has none. */
    ofPost(kind: PostKind, request: Request): Quota[] {
      const session = sessionIdOf(request);
      return session === undefined ? ofAddress(kind, request.ip) : create(kind, 'session', session);
    },
  };
}
