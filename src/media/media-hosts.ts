import dns from 'node:dns';
import { BlockList, isIP, isIPv4, type LookupFunction } from 'node:net';
import { LRUCache } from 'lru-cache';
import { matchesExactly, matchesWildcard, normaliseHostName } from '../content/host-rules.ts';
import { SiteError } from '../lib/failures.ts';

const MAX_HOST_LENGTH = 253;

const MAX_REMEMBERED = 1_000;
/** Period in which a host without a public address is refused without another lookup. */
const NON_PUBLIC_HOST_TTL_MS = 600_000;

const LOCAL_NAME = /(?:^|\.)localhost$/iu;

/** Lower ports belong to services (https://www.rfc-editor.org/rfc/rfc6335#section-6), of which only the web's are allowed. */
const FIRST_UNPRIVILEGED_PORT = 1024;
const WEB_PORTS = ['', '80', '443'];

const isAllowedPort = ({ port }: URL): boolean =>
  WEB_PORTS.includes(port) || Number(port) >= FIRST_UNPRIVILEGED_PORT;

type Options = {
  baseUrl?: string;
  allowed: readonly string[];
  onRefused: (refused: { host: string; reason: string }) => void;
};

/** Creates the list of hosts that files and images may come from: the backend's own and those of `ASSET_HOSTS`. */
export function createMediaHosts({ baseUrl, allowed, onRefused }: Options) {
  const own = baseUrl && new URL(baseUrl).host;
  const rules = new Set(allowed);
  const reported = new LRUCache<string, true>({ max: MAX_REMEMBERED });
  const nonPublicHosts = new LRUCache<string, true>({ max: MAX_REMEMBERED, ttl: NON_PUBLIC_HOST_TTL_MS });

  function refuse(host: string, reason: string): undefined {
    if (reported.has(host)) return;
    reported.set(host, true);
    onRefused({ host, reason });
  }

  function isPublic(url: URL): boolean {
    const name = normaliseHostName(url);
    const address = name.replace(/^\[|\]$/gu, '');
    if (isIP(address) !== 0) return isPublicAddress(address);
    return !LOCAL_NAME.test(name) && !nonPublicHosts.has(url.hostname);
  }

  /** DNS lookup for connections to hosts of public reach. Refuses a host without a public address for `NON_PUBLIC_HOST_TTL_MS`. */
  const lookup: LookupFunction = (hostname, options, callback) => {
    dns.lookup(hostname, { ...options, all: true }, (error, found) => {
      const addresses = found?.filter(({ address }) => isPublicAddress(address));
      if (error || addresses.length > 0) return callback(error, addresses);
      nonPublicHosts.set(hostname, true);
      refuse(hostname, 'no public address');
      callback(new SiteError('refusedMedia', { detail: `${hostname} has no public address` }), []);
    });
  };

  return {
    lookup,

    /** Returns the IP addresses that a URL's host may have, or undefined if the host is refused. */
    reach(url: URL): 'any' | 'public' | undefined {
      const isWeb = /^https?:$/u.test(url.protocol) && url.username === '' && url.password === '';
      if (!isWeb || url.hostname.length > MAX_HOST_LENGTH)
        return refuse(url.hostname.slice(0, MAX_HOST_LENGTH), 'not in ASSET_HOSTS');
      if (url.host === own || matchesExactly(rules, url)) return 'any';
      if (!matchesWildcard(rules, url)) return refuse(url.host, 'not in ASSET_HOSTS');
      if (!isAllowedPort(url)) return refuse(url.host, 'a port of another service');
      return isPublic(url) ? 'public' : refuse(url.hostname, 'no public address');
    },
  };
}

export type MediaHosts = ReturnType<typeof createMediaHosts>;

/** Ranges without public hosts (https://www.iana.org/assignments/iana-ipv4-special-registry). */
const SPECIAL_IPV4 = `
  0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.31.196.0/24
  192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3
`;
const SPECIAL_IPV6 = '2001::/23 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20';
/** All other IPv6 addresses are private, special or unassigned. The last two ranges contain IPv4 addresses: mapped and NAT64. */
const GLOBAL_UNICAST = '2000::/3 ::ffff:0:0/96 64:ff9b::/96';

const special = new BlockList();
const unicast = new BlockList();
addSubnets(unicast, GLOBAL_UNICAST);
addSubnets(special, SPECIAL_IPV6);
for (const prefix of ['::ffff:', '64:ff9b::']) addSubnets(special, SPECIAL_IPV4, prefix);

/** Adds IPv6 subnets, or IPv4 subnets behind a prefix of 96 bits. */
function addSubnets(list: BlockList, subnets: string, prefix = ''): void {
  for (const subnet of subnets.trim().split(/\s+/u)) {
    const [network, bits] = subnet.split('/');
    list.addSubnet(`${prefix}${network}`, Number(bits) + (prefix ? 96 : 0), 'ipv6');
  }
}

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const inIPv6 = isIPv4(address) ? `::ffff:${address}` : address;
  return unicast.check(inIPv6, 'ipv6') && !special.check(inIPv6, 'ipv6');
}
