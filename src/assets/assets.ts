import { hasAssetExtension } from '../content/asset-types.ts';
import type { AssetHosts } from './asset-hosts.ts';
import { createAssetTokens, fileName } from './asset-tokens.ts';

/** Whether a link within the site leads to a file: the site's own pages have no endings. */
const isFileLink = (url: string): boolean =>
  url.startsWith('/') && hasAssetExtension(url.replace(/[?#].*$/su, ''));

type Options = { secret: string; baseUrl: string; hosts: AssetHosts };

/** The site's own addresses for assets, which show nothing of the backend and which only the site can make. */
export function createAssets({ secret, baseUrl, hosts }: Options) {
  const tokens = createAssetTokens({ secret, hosts });
  const base = { href: new URL(baseUrl).href.replace(/\/$/u, ''), host: new URL(baseUrl).host };

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
    return asset && `/files/${tokens.make(asset)}/${encodeURIComponent(fileName(asset))}`;
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
    const asset = tokens.read(token, name);
    if (asset === undefined) return undefined;
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
