import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  timingSafeEqual,
} from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { completeLink } from '../content/links.ts';
import { hasMediaExtension } from '../content/media-formats.ts';
import { decodePart } from '../content/urls.ts';
import type { MediaHosts } from './media-hosts.ts';

const MAX_REMEMBERED = 20_000;
/** Longer strings of a response are texts, whose URLs the rich text parser records. */
const MAX_URL_LENGTH = 8192;

/** Query parameters that each mark a URL as signed: S3, OSS, COS, OBS, BOS, TOS, GCS, CloudFront, Azure, Qiniu and CDNs. */
const SIGNATURE =
  /^(?:signature|q-signature|x-(?:amz|obs|tos|goog|bce|ufile)-signature|x-oss-signature|sig|token|auth_key|sign|authorization|(?:ws|tx)secret|_upt)$/iu;
/** The other parameters of a signed URL that change with its signature. */
const WITH_SIGNATURE =
  /^(?:expires|(?:oss|aws)?accesskeyid|googleaccessid|policy|key-pair-id|security-token|q-.+|(?:ws|tx)time|x-(?:amz|cos|obs|tos|goog|bce|ufile)-.+|x-oss-(?!process$).+|e|t|ts|timestamp|s[a-z]|spr|sk[a-z]+)$/iu;

const readParameterName = (parameter: string): string => parameter.split('=', 1)[0] ?? '';

/** Returns the URL without its signature. The result is the same for every signature. */
export function removeSignature(url: string): string {
  const [, path = '', query = ''] = /^([^?#]*)\?([^#]*)/u.exec(url) ?? [];
  const parameters = query.split('&');
  if (!parameters.some((one) => SIGNATURE.test(readParameterName(one)))) return url;
  const kept = parameters.filter(
    (one) => ![SIGNATURE, WITH_SIGNATURE].some((names) => names.test(readParameterName(one))),
  );
  return kept.length === 0 ? path : `${path}?${kept.join('&')}`;
}

export const isSigned = (url: string): boolean => removeSignature(url) !== url;

type SignedUrl = { url: string; source?: string };

type Options = {
  secret: string;
  baseUrl?: string;
  siteUrl: string;
  hosts: MediaHosts;
};

/** Returns the decoded last segment of a file's URL. */
export function mediaFileName(url: string): string {
  const path = url.replace(/^https?:\/\/[^/?#]*/iu, '').replace(/[?#].*$/su, '');
  return decodePart(path.split('/').filter(Boolean).at(-1) ?? 'file');
}

const MAX_NAME_LENGTH = 150;

/** Returns a download's name: the editor's title with the file's extension. */
function buildDownloadName(url: string, title = ''): string {
  const fileName = mediaFileName(url);
  const [extension = ''] = (hasMediaExtension(fileName) && /\.[a-z\d]{1,10}$/iu.exec(fileName)) || [];
  const name = title
    .toWellFormed()
    .replace(/[\p{Cc}\p{Bidi_Control}/\\]+/gu, ' ')
    .replace(/^[\s.]+|[\s.]+$/gu, '');
  if (name === '') return fileName;
  const hasExtension = name.toLowerCase().endsWith(extension.toLowerCase());
  const stem = hasExtension ? name.slice(0, name.length - extension.length) : name;
  return [...stem].slice(0, MAX_NAME_LENGTH).join('') + extension;
}

/** Creates the site's URLs for files that content names. They do not reveal the backend, and only the site can make them. */
export function createMediaUrls({ secret, baseUrl = '', siteUrl, hosts }: Options) {
  /** The newest URLs of files in private stores, by their URLs without a signature. */
  const newest = new LRUCache<string, SignedUrl>({ max: MAX_REMEMBERED });
  const tokens = createMediaTokens(secret);
  const base = baseUrl === '' ? undefined : new URL(baseUrl);
  const isBackend = (url: URL | undefined): boolean => base !== undefined && url?.host === base.host;
  const isSiteHost = isBackend(new URL(siteUrl));

  /** Removes the backend's base URL, which may change at a restart. Returns undefined for another kind of URL. */
  function removeBase(url: string): string | undefined {
    if (/^\/(?!\/)/u.test(url)) return url;
    const whole = parseWebUrl(url)?.href;
    const prefix = base?.href.replace(/\/$/u, '');
    return prefix && whole?.startsWith(`${prefix}/`) ? whole.slice(prefix.length) : whole;
  }

  const addBase = (url: string): string => (url.startsWith('/') ? `${baseUrl}${url}` : url);

  const isAllowed = (url: string): boolean => url.startsWith('/') || hosts.reach(new URL(url)) !== undefined;

  /** Returns the URL of a file below `/files`. `title` is the editor's name for it. */
  function href(url: string, title?: string): string | undefined {
    const signed = removeBase(url);
    if (signed === undefined || !isAllowed(signed)) return undefined;
    const file = removeSignature(signed);
    const name = buildDownloadName(file, title);
    return `/files/${tokens.make(file, name)}/${encodeURIComponent(name)}`;
  }

  /** Records the signed URLs among the strings of a backend response. */
  function recordSigned(source: string, response: unknown): void {
    const parts = [response];
    for (const part of parts) {
      if (typeof part === 'object' && part) for (const value of Object.values(part)) parts.push(value);
      if (typeof part !== 'string' || part.length > MAX_URL_LENGTH || !isSigned(part)) continue;
      const url = removeBase(completeLink(part));
      if (url) newest.set(addBase(removeSignature(url)), { url: addBase(url), source });
    }
  }

  /** Returns the newest URL of a file, and the response that contains it if the URL is signed. */
  const findSigned = (url: string): SignedUrl => newest.get(url) ?? { url };

  /** Returns the URL of a link: files and the backend's URLs become downloads. Returns undefined if it would reveal the backend. */
  function linkHref(url: string): string | undefined {
    // Paths of pages have no extension.
    if (url.startsWith('/') && hasMediaExtension(url.replace(/[?#].*$/su, ''))) return href(url);
    const parsed = parseWebUrl(url);
    if (!parsed) return url;
    // A signature would expire in a stored page.
    if (!isBackend(parsed)) return (hasMediaExtension(parsed.pathname) && isSigned(url) && href(url)) || url;
    if (isSiteHost && !hasMediaExtension(parsed.pathname)) return url;
    return parsed.pathname === '/' ? undefined : href(url);
  }

  /** Returns the plain URL of a file on a refused host, or undefined if it would reveal the backend. */
  function externalHref(url: string): string | undefined {
    const parsed = parseWebUrl(url);
    return isBackend(parsed) ? undefined : parsed?.href;
  }

  /** Returns the URL of a token without a signature, or undefined if the token does not match this name or the host is refused. */
  function resolve(token: string, name: string): string | undefined {
    const file = tokens.read(token, name);
    return file !== undefined && isAllowed(file) ? addBase(file) : undefined;
  }

  return { href, linkHref, externalHref, resolve, recordSigned, findSigned };
}

export type MediaUrls = ReturnType<typeof createMediaUrls>;

/** Parses a URL with or without a scheme. */
function parseWebUrl(url: string): URL | undefined {
  const absolute = url.startsWith('//') ? `https:${url}` : url;
  return /^https?:/iu.test(absolute) && URL.canParse(absolute) ? new URL(absolute) : undefined;
}

/** Encrypts equal prefixes to equal prefixes, so that the tokens of one page compress well. */
const CIPHER = 'aes-256-cfb8';
const IV = Buffer.alloc(16);
const MAC_BYTES = 12;

/** Creates tokens that only the site can make and read: the encrypted URL of a file and 96 bits of HMAC-SHA-256 over URL and name. */
function createMediaTokens(secret: string) {
  // OpenSSL uses a key object much faster than bytes.
  const keyFor = (use: string) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `asset token ${use}`, 32)));
  const [cipherKey, macKey] = [keyFor('cipher'), keyFor('mac')];

  const createMac = (url: string, name: string): Buffer =>
    createHmac('sha256', macKey).update(`${name}\n${url}`).digest().subarray(0, MAC_BYTES);

  return {
    make(url: string, name: string): string {
      const encrypted = createCipheriv(CIPHER, cipherKey, IV).update(url);
      return Buffer.concat([encrypted, createMac(url, name)]).toString('base64url');
    },

    /** Returns the URL in a token, or undefined if the token was not made here or is for another name. */
    read(token: string, name: string): string | undefined {
      const bytes = Buffer.from(token, 'base64url');
      if (bytes.length <= MAC_BYTES || bytes.toString('base64url') !== token) return undefined;
      const url = createDecipheriv(CIPHER, cipherKey, IV).update(bytes.subarray(0, -MAC_BYTES)).toString();
      return timingSafeEqual(createMac(url, name), bytes.subarray(-MAC_BYTES)) ? url : undefined;
    },
  };
}
