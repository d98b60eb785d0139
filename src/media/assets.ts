import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  timingSafeEqual,
} from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { hasAssetExtension } from '../content/asset-types.ts';
import { decodePart } from '../content/menu/slug.ts';
import type { AssetHosts } from './asset-hosts.ts';

const MAX_REMEMBERED = 20_000;

/** Query parameters of which one means that an address is signed: S3, OSS, COS, OBS, TOS, GCS, CloudFront, Azure, Qiniu and CDNs. */
const SIGNATURE =
  /^(?:signature|q-signature|x-(?:amz|obs|tos|goog|bce|ufile)-signature|x-oss-signature|sig|token|auth_key|sign)$/iu;
/** The other parameters of a signed address that change with its signature. */
const WITH_SIGNATURE =
  /^(?:expires|(?:oss|aws)?accesskeyid|googleaccessid|policy|key-pair-id|security-token|q-.+|x-(?:amz|obs|tos|goog|bce|ufile)-.+|x-oss-(?!process$).+|e|t|ts|timestamp|s[a-z]|spr|sk[a-z]+)$/iu;

const nameOf = (parameter: string): string => parameter.split('=', 1)[0] ?? '';

/** The address without its signature, which is the same each time that the store signs it. */
export function identityOf(address: string): string {
  const [, path = '', query = ''] = /^([^?#]*)\?([^#]*)/u.exec(address) ?? [];
  const parameters = query.split('&');
  if (!parameters.some((one) => SIGNATURE.test(nameOf(one)))) return address;
  const kept = parameters.filter(
    (one) => ![SIGNATURE, WITH_SIGNATURE].some((names) => names.test(nameOf(one))),
  );
  return kept.length === 0 ? path : `${path}?${kept.join('&')}`;
}

type Signed = { address: string; source?: string };

/** The newest addresses of assets in a private store, by their identities, and the responses that contain them. */
export function createSignedAddresses() {
  const newest = new LRUCache<string, Signed>({ max: MAX_REMEMBERED });
  let source: string | undefined;

  return {
    /** Returns the identity of an address, and remembers the address. */
    note(address: string): string {
      const identity = identityOf(address);
      if (identity !== address) newest.set(identity, { address, source });
      return identity;
    },

    /** Parses a backend response: it is the source of the addresses that are noted meanwhile. */
    noteFrom<T>(key: string, parse: () => T): T {
      source = key;
      try {
        return parse();
      } finally {
        source = undefined;
      }
    },

    find: (identity: string): Signed => newest.get(identity) ?? { address: identity },
  };
}

export type SignedAddresses = ReturnType<typeof createSignedAddresses>;

type Options = {
  secret: string;
  /** The backend's; undefined if content comes from a folder. */
  baseUrl?: string;
  siteUrl: string;
  hosts: AssetHosts;
  signed?: Pick<SignedAddresses, 'note'>;
};

/** Decoded last segment of an asset's address. */
export function fileName(asset: string): string {
  const path = asset.replace(/^https?:\/\/[^/?#]*/iu, '').replace(/[?#].*$/su, '');
  return decodePart(path.split('/').filter(Boolean).at(-1) ?? 'file');
}

const MAX_NAME = 150;

const EXTENSION = /\.[a-z\d]{1,10}$/iu;

/** Name of a download: the one that the editor gave, with the extension of the file. */
function downloadName(asset: string, given = ''): string {
  const own = fileName(asset);
  const [extension = ''] = EXTENSION.exec(own) ?? [];
  const name = given
    .toWellFormed()
    .replace(/[\p{Cc}\p{Bidi_Control}/\\]+/gu, ' ')
    .replace(/^[\s.]+|[\s.]+$/gu, '');
  if (name === '') return own;
  const hasExtension = name.toLowerCase().endsWith(extension.toLowerCase());
  const stem = hasExtension ? name.slice(0, name.length - extension.length) : name;
  return [...stem].slice(0, MAX_NAME).join('') + extension;
}

/** Whether a path is that of a file: paths of pages have no extension. */
const isFileLink = (url: string): boolean =>
  url.startsWith('/') && hasAssetExtension(url.replace(/[?#].*$/su, ''));

/** The site's addresses for assets. They do not reveal the backend, and only the site can make them. */
export function createAssets({
  secret,
  baseUrl = '',
  siteUrl,
  hosts,
  signed = createSignedAddresses(),
}: Options) {
  const tokens = createAssetTokens(secret);
  const base = baseUrl === '' ? undefined : new URL(baseUrl);
  const isBackend = (url: URL | undefined): boolean => base !== undefined && url?.host === base.host;
  const isSiteHost = isBackend(new URL(siteUrl));

  /** Asset URL without the backend's base URL, which may change at a restart; undefined if its host is refused. */
  function portable(url: string): string | undefined {
    if (/^\/(?!\/)/u.test(url)) return url;
    const parsed = webAddress(url);
    if (!parsed || !hosts.reach(parsed)) return undefined;
    const { href: whole } = parsed;
    const prefix = base?.href.replace(/\/$/u, '');
    return prefix && whole.startsWith(`${prefix}/`) ? whole.slice(prefix.length) : whole;
  }

  const absolute = (asset: string): string => (asset.startsWith('/') ? `${baseUrl}${asset}` : asset);

  /** Address below `/files` of an asset's URL; `givenName` is the editor's name for it. */
  function href(url: string, givenName?: string): string | undefined {
    const address = portable(url);
    if (address === undefined) return undefined;
    const identity = signed.note(absolute(address));
    const asset = address.startsWith('/') ? identity.slice(baseUrl.length) : identity;
    const name = downloadName(asset, givenName);
    return `/files/${tokens.make(asset, name)}/${encodeURIComponent(name)}`;
  }

  /** Address of a link: files and the backend's addresses become downloads; undefined if it would reveal the backend. */
  function linkHref(url: string): string | undefined {
    if (isFileLink(url)) return href(url);
    const parsed = webAddress(url);
    if (!parsed || !isBackend(parsed)) return url;
    if (isSiteHost && !hasAssetExtension(parsed.pathname)) return url;
    return parsed.pathname === '/' ? undefined : href(url);
  }

  /** Plain address of a file on a refused host; undefined if it would reveal the backend. */
  function externalHref(url: string): string | undefined {
    const parsed = webAddress(url);
    return isBackend(parsed) ? undefined : parsed?.href;
  }

  /** URL of a token, without a signature; undefined if the token is not for this name or the host is refused. */
  function resolve(token: string, name: string): string | undefined {
    const asset = tokens.read(token, name);
    if (asset === undefined) return undefined;
    return asset.startsWith('/') || hosts.reach(new URL(asset)) ? absolute(asset) : undefined;
  }

  return { href, linkHref, externalHref, resolve };
}

export type Assets = ReturnType<typeof createAssets>;

/** Parses a web address with or without a scheme. */
function webAddress(url: string): URL | undefined {
  const absolute = url.startsWith('//') ? `https:${url}` : url;
  return /^https?:/iu.test(absolute) && URL.canParse(absolute) ? new URL(absolute) : undefined;
}

/** Encrypts equal beginnings to equal beginnings, so that the tokens of one page compress well. */
const CIPHER = 'aes-256-cfb8';
const IV = Buffer.alloc(16);
const MAC_BYTES = 12;

/**
 * Tokens that only the site can make: the encrypted address of an asset and 96 bits of HMAC-SHA-256 of the address and the name. They name no
 * host and no secret. An asset always has the same token.
 */
function createAssetTokens(secret: string) {
  const [cipherKey, macKey] = ['cipher', 'mac'].map((use) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `asset token ${use}`, 32))),
  ) as [ReturnType<typeof createSecretKey>, ReturnType<typeof createSecretKey>];

  const macOf = (asset: string, name: string): Buffer =>
    createHmac('sha256', macKey).update(`${name}\n${asset}`).digest().subarray(0, MAC_BYTES);

  return {
    make: (asset: string, name: string): string =>
      Buffer.concat([createCipheriv(CIPHER, cipherKey, IV).update(asset), macOf(asset, name)]).toString(
        'base64url',
      ),

    /** Asset of a token; undefined if the token was not made here or is for another name. */
    read(token: string, name: string): string | undefined {
      const bytes = Buffer.from(token, 'base64url');
      if (bytes.length <= MAC_BYTES || bytes.toString('base64url') !== token) return undefined;
      const asset = createDecipheriv(CIPHER, cipherKey, IV).update(bytes.subarray(0, -MAC_BYTES)).toString();
      return timingSafeEqual(macOf(asset, name), bytes.subarray(-MAC_BYTES)) ? asset : undefined;
    },
  };
}
