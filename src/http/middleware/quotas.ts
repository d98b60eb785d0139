import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import type { Request } from 'express';
import { ipKeyGenerator } from 'express-rate-limit';
import { CLIENT_LIMITS, type LimitName, POST_KINDS, type PostKind } from '../../applications/rules/limits.ts';
import type { Draft } from '../../applications/store/drafts/drafts.ts';
import type { Quota } from '../../applications/store/rate-counters.ts';
import { HOUR_MS, MINUTE_MS } from '../../lib/days.ts';

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

/** Returns a keyed hash of the client address, so that no address is stored. */
export const addressHash = (ip: string | undefined, secret: string): string =>
  hashOf(`address ${addressKey(ip)}`, secret);

const hashOf = (text: string, secret: string): string =>
  createHmac('sha256', secret).update(text).digest('base64url');

const WINDOWS_MS = { minute: MINUTE_MS, hour: HOUR_MS };
const NETWORK_BITS = 48;

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
    const key = `${name} ${hashOf(`${scope} ${client}`, secret)}`;
    return [{ key, max, windowMs: WINDOWS_MS[window], amount, isShared: scope !== 'session' }];
  }
  /** Returns the quotas of an IP address and, with IPv6, of its network. */
  function ofAddress(name: LimitName, ip: string | undefined, amount?: number): Quota[] {
    const network = addressKey(ip, NETWORK_BITS);
    const own = create(name, 'address', addressKey(ip), amount);
    return network.includes(':') ? [...own, ...create(name, 'network', network, amount)] : own;
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
