import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';
import { LRUCache } from 'lru-cache';

const IV_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

/** Tokens whose assets are remembered: a page asks for those of all its pictures each time that it is rendered. */
const MAX_REMEMBERED = 20_000;

/** Endings of files that editors link to; the site's own pages have none. */
const FILE_LINK =
  /^\/[^?#]*\.(?:pdf|docx?|xlsx?|pptx?|csv|txt|zip|rar|7z|jpe?g|png|gif|webp|svg|mp[34])(?:[?#]|$)/iu;

/**
 * The site's own addresses for assets. The token holds the asset's URL, encrypted and authenticated (AES-256-GCM), so
 * that it shows nothing of the backend and only the site can make one. The nonce is derived from the URL: the
 * same URL always has the same address.
 */
export function createAssets({ secret, baseUrl }: { secret: string; baseUrl: string }) {
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

  /** An asset URL without the backend's base, which may be another one after a restart; nothing if it is no web address. */
  function portable(url: string): string | undefined {
    if (/^\/(?!\/)/u.test(url)) return url;
    const absolute = webAddress(url)?.href;
    return absolute?.startsWith(`${base.href}/`) ? absolute.slice(base.href.length) : absolute;
  }

  /** The address under `/files` for an asset's URL as the backend wrote it. */
  function href(url: string): string | undefined {
    const asset = portable(url);
    return asset && `/files/${seal(asset)}/${encodeURIComponent(fileName(asset))}`;
  }

  /** A link's address: files become downloads of the site; nothing where it would name the backend itself. */
  function linkHref(url: string): string | undefined {
    if (FILE_LINK.test(url)) return href(url);
    const absolute = webAddress(url);
    if (absolute?.host !== base.host) return url;
    return absolute.pathname === '/' ? undefined : href(url);
  }

  /** The absolute URL behind a token, or nothing where the token or the name beside it was not made here. */
  function resolve(token: string, name: string): string | undefined {
    const asset = unsealed.get(token) ?? unseal(token);
    if (asset === undefined || fileName(asset) !== name) return undefined;
    unsealed.set(token, asset);
    return asset.startsWith('/') ? `${baseUrl}${asset}` : asset;
  }

  return { href, linkHref, resolve };
}

export type Assets = ReturnType<typeof createAssets>;

/** A web address, also one without a scheme of its own, in the one way to write it. */
function webAddress(url: string): URL | undefined {
  const absolute = url.startsWith('//') ? `https:${url}` : url;
  return /^https?:/iu.test(absolute) && URL.canParse(absolute) ? new URL(absolute) : undefined;
}

/** The last part of an asset's address, decoded. */
function fileName(asset: string): string {
  const path = asset.replace(/^https?:\/\/[^/?#]*/iu, '').replace(/[?#].*$/su, '');
  const last = path.split('/').filter(Boolean).at(-1) ?? 'file';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
