import { isIP } from 'node:net';
import { LRUCache } from 'lru-cache';
import { hostName, matchesExactly, matchesWildcard } from '../content/host-rules.ts';
import { isPublicAddress } from './public-address.ts';

const MAX_HOST_LENGTH = 253;

const MAX_REMEMBERED = 1_000;
/** How long a host counts as without a public address. */
const REMEMBERED_MS = 600_000;

const LOCAL_NAME = /(?:^|\.)localhost$/iu;

export type RefusedHost = {
  host: string;
  reason: 'not in ASSET_HOSTS' | 'no public address' | 'a port of another service';
};

/** Lower ports belong to services, of which only two are allowed (https://www.rfc-editor.org/rfc/rfc6335#section-6). */
const FIRST_FREE_PORT = 1024;
const WEB_PORTS = ['', '80', '443'];

const isWebPort = ({ port }: URL): boolean => WEB_PORTS.includes(port) || Number(port) >= FIRST_FREE_PORT;

/** Addresses that the host of an asset may have. */
export type Reach = 'any' | 'public';

type Options = {
  /** The backend's; undefined if content comes from a folder. */
  baseUrl?: string;
  /** The rules of `ASSET_HOSTS`. */
  allowed: readonly string[];
  /** Called once for each host that is refused. */
  onRefused: (refused: RefusedHost) => void;
};

/** Hosts that files and pictures may come from: the backend's own and those of `ASSET_HOSTS`. */
export function createAssetHosts({ baseUrl, allowed, onRefused }: Options) {
  const own = baseUrl && new URL(baseUrl).host;
  const rules = new Set(allowed);
  const reported = new LRUCache<string, true>({ max: MAX_REMEMBERED });
  const notPublic = new LRUCache<string, true>({ max: MAX_REMEMBERED, ttl: REMEMBERED_MS });

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
    /** Addresses that the host of a URL may have; undefined if the host is refused. */
    reach(url: URL): Reach | undefined {
      const isWeb = /^https?:$/u.test(url.protocol) && url.username === '' && url.password === '';
      if (!isWeb || url.hostname.length > MAX_HOST_LENGTH)
        return refuse(url.hostname.slice(0, MAX_HOST_LENGTH), 'not in ASSET_HOSTS');
      if (url.host === own || matchesExactly(rules, url)) return 'any';
      if (!matchesWildcard(rules, url)) return refuse(url.host, 'not in ASSET_HOSTS');
      if (!isWebPort(url)) return refuse(url.host, 'a port of another service');
      return isPublic(url) ? 'public' : refuse(url.hostname, 'no public address');
    },

    /** Refuses a host without a public address for a while. */
    isNotPublic(hostname: string): void {
      notPublic.set(hostname, true);
      refuse(hostname, 'no public address');
    },
  };
}

export type AssetHosts = ReturnType<typeof createAssetHosts>;
