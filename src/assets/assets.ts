import { hasAssetExtension } from '../content/asset-types.ts';
import type { AssetHosts } from './asset-hosts.ts';
import { createAssetTokens, fileName } from './asset-tokens.ts';

/** Whether a path is that of a file: paths of pages have no extension. */
const isFileLink = (url: string): boolean =>
  url.startsWith('/') && hasAssetExtension(url.replace(/[?#].*$/su, ''));

type Options = { secret: string; baseUrl: string; hosts: AssetHosts };

/** The site's addresses for assets. They do not reveal the backend, and only the site can make them. */
export function createAssets({ secret, baseUrl, hosts }: Options) {
  const tokens = createAssetTokens({ secret, hosts });
  const base = { href: new URL(baseUrl).href.replace(/\/$/u, ''), host: new URL(baseUrl).host };

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

  /** Address of a link: files become downloads of the site; undefined if it would reveal the backend. */
  function linkHref(url: string): string | undefined {
    if (isFileLink(url)) return href(url);
    const absolute = webAddress(url);
    if (absolute?.host !== base.host) return url;
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
