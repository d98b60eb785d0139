import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

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
    if (url.startsWith(`${baseUrl}/`)) return url.slice(baseUrl.length);
    if (url.startsWith('//')) return portable(`https:${url}`);
    if (url.startsWith('/')) return url;
    return /^https?:\/\//iu.test(url) && URL.canParse(url) ? url : undefined;
  }

  /** The address under `/files` for an asset's URL as the backend wrote it. */
  function href(url: string): string | undefined {
    const asset = portable(url);
    return asset && `/files/${seal(asset)}/${encodeURIComponent(fileName(asset))}`;
  }

  /** A link's address: what lies at the backend, and files it names by path, become downloads of the site. */
  function linkHref(url: string): string {
    const isOurs = url.startsWith(`${baseUrl}/`) || FILE_LINK.test(url);
    return (isOurs && href(url)) || url;
  }

  /** The absolute URL behind a token, or nothing where the token or the name beside it was not made here. */
  function resolve(token: string, name: string): string | undefined {
    const asset = unseal(token);
    if (asset === undefined || fileName(asset) !== name) return undefined;
    return asset.startsWith('/') ? `${baseUrl}${asset}` : asset;
  }

  return { href, linkHref, resolve };
}

export type Assets = ReturnType<typeof createAssets>;

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
