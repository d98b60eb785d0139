import { isIP } from 'node:net';
import { LRUCache } from 'lru-cache';
import { hostName, isMatched, isNamed } from '../content/host-rules.ts';
import { isPublicAddress } from './public-address.ts';

/** The longest name that a host can have. */
const MAX_HOST_LENGTH = 253;

/** Hosts that are remembered, and how long a host counts as without a public address, in milliseconds. */
const MAX_REMEMBERED = 1_000;
const REMEMBERED_MS = 600_000;

const LOCAL_NAME = /(?:^|\.)localhost$/iu;

export type RefusedHost = { host: string; reason: 'not in ASSET_HOSTS' | 'no public address' };

/** Which addresses a host may have that an asset is asked from. */
export type Reach = 'any' | 'public';

type Options = {
  baseUrl: string;
  /** The rules of `ASSET_HOSTS`. */
  allowed: readonly string[];
  /** Called once for each host that is refused. */
  onRefused: (refused: RefusedHost) => void;
};

/** Which hosts the site asks for files and pictures: the backend's own, and those that the settings allow. */
export function createAssetHosts({ baseUrl, allowed, onRefused }: Options) {
  const own = new URL(baseUrl).host;
  const rules = new Set(allowed);
  const told = new LRUCache<string, true>({ max: MAX_REMEMBERED });
  const notPublic = new LRUCache<string, true>({ max: MAX_REMEMBERED, ttl: REMEMBERED_MS });

  function refuse(host: string, reason: RefusedHost['reason']): undefined {
    if (told.has(host)) return;
    told.set(host, true);
    onRefused({ host, reason });
  }

  function isPublic(url: URL): boolean {
    const name = hostName(url);
    const address = name.replace(/^\[|\]$/gu, '');
    if (isIP(address) !== 0) return isPublicAddress(address);
    return !LOCAL_NAME.test(name) && !notPublic.has(url.hostname);
  }

  return {
    /** Which addresses the host of a URL may have; nothing where the site must not ask it. */
    reach(url: URL): Reach | undefined {
      const isWeb = /^https?:$/u.test(url.protocol) && url.username === '' && url.password === '';
      if (!isWeb || url.hostname.length > MAX_HOST_LENGTH)
        return refuse(url.hostname.slice(0, MAX_HOST_LENGTH), 'not in ASSET_HOSTS');
      if (url.host === own || isNamed(rules, url)) return 'any';
      if (!isMatched(rules, url)) return refuse(url.host, 'not in ASSET_HOSTS');
      return isPublic(url) ? 'public' : refuse(url.hostname, 'no public address');
    },

    /** Notes that a name turned out to lead to no public address: for a while, nothing of it is shown. */
    isNotPublic(hostname: string): void {
      notPublic.set(hostname, true);
      refuse(hostname, 'no public address');
    },
  };
}

export type AssetHosts = ReturnType<typeof createAssetHosts>;
