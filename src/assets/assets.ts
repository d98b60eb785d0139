import { createHmac, createSecretKey, hkdfSync, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { hasAssetExtension } from '../content/asset-types.ts';
import { decodePart } from '../content/menu/slug.ts';
import { NONCE_BYTES, seal, unseal } from '../lib/seal.ts';
import type { AssetHosts } from './asset-hosts.ts';

const SIGNATURE_BYTES = 12;

/** Assets that are remembered by their tokens: a page asks for those of all its pictures each time that it is rendered. */
const MAX_REMEMBERED = 20_000;

type Options = { secret: string; baseUrl: string; siteUrl: string; hosts: AssetHosts };

/**
 * Tokens that only the site can make; token and name give the asset's URL. A token is a signature (96 bits of HMAC-SHA-256 of the
 * URL) and the asset's folder in base64url, so that the tokens of one page compress well. The folder names no private host. A URL with
 * a query, which may hold a secret, is encrypted and authenticated as a whole (AES-256-GCM).
 */
function createAssetTokens({ secret, hosts }: Pick<Options, 'secret' | 'hosts'>) {
  const keyFor = (use: string) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `asset token ${use}`, 32)));
  const [signatureKey, sealKey, nonceKey] = [keyFor('signature'), keyFor('key'), keyFor('nonce')];
  const remembered = new LRUCache<string, string>({ max: MAX_REMEMBERED });

  const digest = (key: typeof nonceKey, text: string, length: number): Buffer =>
    createHmac('sha256', key).update(text).digest().subarray(0, length);

  function sign(asset: string): string {
    const folder = hosts.conceal(asset.slice(0, asset.lastIndexOf('/') + 1));
    return Buffer.concat([digest(signatureKey, asset, SIGNATURE_BYTES), Buffer.from(folder)]).toString(
      'base64url',
    );
  }

  /** Asset with a valid signature; its URL has the name encoded or as it is. */
  function signed(bytes: Buffer, name: string): string | undefined {
    if (bytes.length < SIGNATURE_BYTES) return undefined;
    const folder = hosts.reveal(bytes.toString('utf8', SIGNATURE_BYTES));
    return [encodeURIComponent(name), name]
      .map((last) => `${folder}${last}`)
      .find((asset) =>
        timingSafeEqual(digest(signatureKey, asset, SIGNATURE_BYTES), bytes.subarray(0, SIGNATURE_BYTES)),
      );
  }

  /** Asset of a token; undefined if the token was not made here or is for another name. */
  function read(token: string, name: string): string | undefined {
    const key = `${token}/${name}`;
    const known = remembered.get(key);
    if (known !== undefined) return known;
    const bytes = Buffer.from(token, 'base64url');
    if (bytes.toString('base64url') !== token) return undefined;
    const asset = signed(bytes, name) ?? unseal(sealKey, bytes);
    if (asset === undefined || fileName(asset) !== name) return undefined;
    remembered.set(key, asset);
    return asset;
  }

  return {
    make(asset: string): string {
      const token = sign(asset);
      if (read(token, fileName(asset)) === asset) return token;
      // The nonce is derived from the URL, so that the same URL always has the same token.
      return seal(sealKey, digest(nonceKey, asset, NONCE_BYTES), asset);
    },
    read,
  };
}

/** Decoded last segment of an asset's address. */
export function fileName(asset: string): string {
  const path = asset.replace(/^https?:\/\/[^/?#]*/iu, '').replace(/[?#].*$/su, '');
  return decodePart(path.split('/').filter(Boolean).at(-1) ?? 'file');
}

/** Whether a path is that of a file: paths of pages have no extension. */
const isFileLink = (url: string): boolean =>
  url.startsWith('/') && hasAssetExtension(url.replace(/[?#].*$/su, ''));

/** The site's addresses for assets. They do not reveal the backend, and only the site can make them. */
export function createAssets({ secret, baseUrl, siteUrl, hosts }: Options) {
  const tokens = createAssetTokens({ secret, hosts });
  const base = { href: new URL(baseUrl).href.replace(/\/$/u, ''), host: new URL(baseUrl).host };
  const isSiteHost = new URL(siteUrl).host === base.host;

  /** Asset URL without the backend's base URL, which may change at a restart; undefined if its host is refused. */
  function portable(url: string): string | undefined {
    if (/^\/(?!\/)/u.test(url)) return url;
    const absolute = webAddress(url);
    if (!absolute || !hosts.reach(absolute)) return undefined;
    const { href: whole } = absolute;
    return whole.startsWith(`${base.href}/`) ? whole.slice(base.href.length) : whole;
  }

  /** Address below `/files` of an asset's URL. */
  function href(url: string): string | undefined {
    const asset = portable(url);
    return asset && `/files/${tokens.make(asset)}/${encodeURIComponent(fileName(asset))}`;
  }

  /** Address of a link: files and the backend's addresses become downloads; undefined if it would reveal the backend. */
  function linkHref(url: string): string | undefined {
    if (isFileLink(url)) return href(url);
    const absolute = webAddress(url);
    if (absolute?.host !== base.host) return url;
    if (isSiteHost && !hasAssetExtension(absolute.pathname)) return url;
    return absolute.pathname === '/' ? undefined : href(url);
  }

  /** Plain address of a file on a refused host; undefined if it would reveal the backend. */
  function externalHref(url: string): string | undefined {
    const absolute = webAddress(url);
    return absolute?.host === base.host ? undefined : absolute?.href;
  }

  /** Absolute URL of a token; undefined if the token is not for this name or the host is refused. */
  function resolve(token: string, name: string): string | undefined {
    const asset = tokens.read(token, name);
    if (asset === undefined) return undefined;
    if (asset.startsWith('/')) return `${baseUrl}${asset}`;
    return hosts.reach(new URL(asset)) && asset;
  }

  return { href, linkHref, externalHref, resolve };
}

export type Assets = ReturnType<typeof createAssets>;

/** Parses a web address with or without a scheme. */
function webAddress(url: string): URL | undefined {
  const absolute = url.startsWith('//') ? `https:${url}` : url;
  return /^https?:/iu.test(absolute) && URL.canParse(absolute) ? new URL(absolute) : undefined;
}
