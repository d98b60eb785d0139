import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { hasAssetEnding } from '../content/asset-types.ts';
import { decodePart } from '../content/slug.ts';
import type { AssetHosts } from './asset-hosts.ts';

const IV_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

/** Tokens whose assets are remembered: a page asks for those of all its pictures each time that it is rendered. */
const MAX_REMEMBERED = 20_000;

/** Whether a link within the site leads to a file: the site's own pages have no endings. */
const isFileLink = (url: string): boolean =>
  url.startsWith('/') && hasAssetEnding(url.replace(/[?#].*$/su, ''));

type Options = { secret: string; baseUrl: string; hosts: Pick<AssetHosts, 'reach'> };

/**
 * The site's own addresses for assets. The token holds the asset's URL, encrypted and authenticated (AES-256-GCM), so
 * that it shows nothing of the backend and only the site can make one. The nonce is derived from the URL: the
 * same URL always has the same address.
 */
export function createAssets({ secret, baseUrl, hosts }: Options) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'asset token key', 32));
  const nonceKey = Buffer.from(hkdfSync('sha256', secret, '', 'asset token nonce', 32));

  const base = { href: new URL(baseUrl).href.replace(/\/$/u, ''), host: new URL(baseUrl).host };

  const unsealed = new LRUCache<string, string>({ max: MAX_REMEMBERED });

  function seal(text: string): string {
    const iv = createHmac('sha256', nonceKey).update(text).digest().subarray(0, IV_BYTES);
    const cipher = createCipheriv(CIPHER, key, iv);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  function unseal(token: string): string | undefined {
    const bytes = Buffer.from(token, 'base64url');
    if (bytes.length <= IV_BYTES + TAG_BYTES || bytes.toString('base64url') !== token) return undefined;
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES));
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    try {
      return (
        decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
      );
    } catch {
      return undefined;
    }
  }

  /** An asset URL without the backend's base, which may be another one after a restart; nothing if it may not be asked for. */
  function portable(url: string): string | undefined {
    if (/^\/(?!\/)/u.test(url)) return url;
    const absolute = webAddress(url);
    if (!absolute || !hosts.reach(absolute)) return undefined;
    const { href: whole } = absolute;
    return whole.startsWith(`${base.href}/`) ? whole.slice(base.href.length) : whole;
  }

  /** The address under `/files` for an asset's URL as the backend wrote it. */
  function href(url: string): string | undefined {
    const asset = portable(url);
    return asset && `/files/${seal(asset)}/${encodeURIComponent(fileName(asset))}`;
  }

  /** A link's address: files become downloads of the site; nothing where it would name the backend itself. */
  function linkHref(url: string): string | undefined {
    if (isFileLink(url)) return href(url);
    const absolute = webAddress(url);
    if (absolute?.host !== base.host) return url;
    return absolute.pathname === '/' ? undefined : href(url);
  }

  /** The plain address of a file that the site does not ask for; nothing where it would name the backend. */
  function externalHref(url: string): string | undefined {
    const absolute = webAddress(url);
    return absolute?.host === base.host ? undefined : absolute?.href;
  }

  /** The absolute URL behind a token; nothing where it was not made here, with this name, or may no longer be asked for. */
  function resolve(token: string, name: string): string | undefined {
    const asset = unsealed.get(token) ?? unseal(token);
    if (asset === undefined || fileName(asset) !== name) return undefined;
    unsealed.set(token, asset);
    if (asset.startsWith('/')) return `${baseUrl}${asset}`;
    return hosts.reach(new URL(asset)) && asset;
  }

  return { href, linkHref, externalHref, resolve };
}

export type Assets = ReturnType<typeof createAssets>;

/** A web address in its normal form, also where it has no scheme. */
function webAddress(url: string): URL | undefined {
  const absolute = url.startsWith('//') ? `https:${url}` : url;
  return /^https?:/iu.test(absolute) && URL.canParse(absolute) ? new URL(absolute) : undefined;
}

/** The last part of an asset's address, decoded. */
export function fileName(asset: string): string {
  const path = asset.replace(/^https?:\/\/[^/?#]*/iu, '').replace(/[?#].*$/su, '');
  return decodePart(path.split('/').filter(Boolean).at(-1) ?? 'file');
}
