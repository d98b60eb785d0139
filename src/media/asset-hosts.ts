import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import { hostName, matchesExactly, matchesWildcard } from '../content/host-rules.ts';
import { SiteError } from '../lib/failures.ts';

const MAX_HOST_LENGTH = 253;

const MAX_REMEMBERED = 1_000;
/** How long a host counts as one without a public address. */
const NON_PUBLIC_HOST_TTL_MS = 600_000;

const LOCAL_NAME = /(?:^|\.)localhost$/iu;

export type RefusedHost = {
  host: string;
  reason: 'not in ASSET_HOSTS' | 'no public address' | 'a port of another service';
};

/**
 * First port that asset hosts may use freely. Lower ones belong to services, of which only two are allowed
 * (https://www.rfc-editor.org/rfc/rfc6335#section-6).
 */
const FIRST_FREE_PORT = 1024;
const WEB_PORTS = ['', '80', '443'];

const isWebPort = ({ port }: URL): boolean => WEB_PORTS.includes(port) || Number(port) >= FIRST_FREE_PORT;

/** IP addresses that the host of an asset may have. */
type Reach = 'any' | 'public';

type Options = {
  /** The backend's URL; undefined if content comes from a folder. */
  baseUrl?: string;
  /** Rules of `ASSET_HOSTS`. */
  allowed: readonly string[];
  /** Called once for each refused host. */
  onRefused: (refused: RefusedHost) => void;
};

/** Creates the list of hosts that files and pictures may come from: the backend's own and those of `ASSET_HOSTS`. */
export function createAssetHosts({ baseUrl, allowed, onRefused }: Options) {
  const own = baseUrl && new URL(baseUrl).host;
  const rules = new Set(allowed);
  const reported = new LRUCache<string, true>({ max: MAX_REMEMBERED });
  const notPublic = new LRUCache<string, true>({ max: MAX_REMEMBERED, ttl: NON_PUBLIC_HOST_TTL_MS });

  function refuse(host: string, reason: RefusedHost['reason']): undefined {
    if (reported.has(host)) return;
    reported.set(host, true);
    onRefused({ host, reason });
  }

  function isPublic(url: URL): boolean {
    const name = hostName(url);
    const address = name.replace(/^\[|\]$/gu, '');
    if (isIP(address) !== 0) return isPublicAddress(address);
    return !LOCAL_NAME.test(name) && !notPublic.has(url.hostname);
  }

  return {
    /** Returns the IP addresses that a URL's host may have, or undefined if the host is refused. */
    reach(url: URL): Reach | undefined {
      const isWeb = /^https?:$/u.test(url.protocol) && url.username === '' && url.password === '';
      if (!isWeb || url.hostname.length > MAX_HOST_LENGTH)
        return refuse(url.hostname.slice(0, MAX_HOST_LENGTH), 'not in ASSET_HOSTS');
      if (url.host === own || matchesExactly(rules, url)) return 'any';
      if (!matchesWildcard(rules, url)) return refuse(url.host, 'not in ASSET_HOSTS');
      if (!isWebPort(url)) return refuse(url.host, 'a port of another service');
      return isPublic(url) ? 'public' : refuse(url.hostname, 'no public address');
    },

    /** Refuses a host without a public address for `NON_PUBLIC_HOST_TTL_MS`. */
    isNotPublic(hostname: string): void {
      notPublic.set(hostname, true);
      refuse(hostname, 'no public address');
    },
  };
}

export type AssetHosts = ReturnType<typeof createAssetHosts>;

/** IPv6 ranges that contain an IPv4 address in the last four bytes: mapped and well-known NAT64. */
const HOLD_IPV4 = ['::ffff:0:0/96', '64:ff9b::/96'].map((range) => ipaddr.IPv6.parseCIDR(range));
const IPV4_BYTES = 4;

/** All other IPv6 addresses are private, special or unassigned. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.range() === 'unicast';
  if (HOLD_IPV4.some((range) => parsed.match(range)))
    return new ipaddr.IPv4(parsed.toByteArray().slice(-IPV4_BYTES)).range() === 'unicast';
  return parsed.range() === 'unicast' && parsed.match(GLOBAL_UNICAST);
}

/** Creates a DNS lookup for connections that returns only public addresses. `onNone` receives a name without any. */
export const createPublicLookup =
  (onNone: (hostname: string) => void): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, []);
      const addresses = found.filter(({ address }) => isPublicAddress(address));
      const [first] = addresses;
      if (!first) {
        onNone(hostname);
        return callback(new SiteError('refusedAsset', { detail: `${hostname} has no public address` }), []);
      }
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
