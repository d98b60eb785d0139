import { isIP } from 'node:net';
import { LRUCache } from 'lru-cache';
import { ANY_HOST, hostName, matchesExactly, matchesWildcard } from '../content/host-rules.ts';
import { isPublicAddress } from './public-address.ts';

/** The longest name that a host can have. */
const MAX_HOST_LENGTH = 253;

/** Hosts that are remembered, and how long a host counts as without a public address, in milliseconds. */
const MAX_REMEMBERED = 1_000;
const REMEMBERED_MS = 600_000;

/** The start of a URL with its host, and one with a number in the host's place. */
const HOST = /^(https?:\/\/)([^/]+)/u;
const NUMBER = /^(https?:\/\/)(\d+)(?=\/)/u;

const LOCAL_NAME = /(?:^|\.)localhost$/iu;

export type RefusedHost = {
  host: string;
  reason: 'not in ASSET_HOSTS' | 'no public address' | 'a port of another service';
};

/** Below this number a port belongs to a service, and two of them to the web (https://www.rfc-editor.org/rfc/rfc6335#section-6). */
const FIRST_FREE_PORT = 1024;
const WEB_PORTS = ['', '80', '443'];

const isWebPort = ({ port }: URL): boolean => WEB_PORTS.includes(port) || Number(port) >= FIRST_FREE_PORT;

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
  /** Hosts that may be private, by the numbers that stand for them in addresses. */
  const numbered = [own, ...allowed.filter((rule) => !rule.includes(ANY_HOST))];
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
      if (url.host === own || matchesExactly(rules, url)) return 'any';
      if (!matchesWildcard(rules, url)) return refuse(url.host, 'not in ASSET_HOSTS');
      if (!isWebPort(url)) return refuse(url.host, 'a port of another service');
      return isPublic(url) ? 'public' : refuse(url.hostname, 'no public address');
    },

    /** A URL that starts with a host of the settings, with a number in its place: `https://1/a/`. */
    conceal(url: string): string {
      return url.replace(HOST, (start, scheme: string, host: string) => {
        const number = numbered.findIndex((rule) => matchesExactly(new Set([rule]), new URL(scheme + host)));
        return number < 0 ? start : scheme + number;
      });
    },

    /** The URL that was concealed, with today's settings. No host of a URL is a number: `http://1/` is `http://0.0.0.1/`. */
    reveal: (url: string): string =>
      url.replace(NUMBER, (start, scheme: string, number: string) => {
        const host = numbered[Number(number)];
        return host === undefined ? start : scheme + host;
      }),

    /** Notes that a name turned out to lead to no public address: for a while, nothing of it is shown. */
    isNotPublic(hostname: string): void {
      notPublic.set(hostname, true);
      refuse(hostname, 'no public address');
    },
  };
}

export type AssetHosts = ReturnType<typeof createAssetHosts>;
