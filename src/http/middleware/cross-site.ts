import type { Request, RequestHandler } from 'express';
import { SiteError } from '../../lib/failures.ts';

/** Rejects requests from pages of other sites, before a body is read. */
export function rejectCrossSite(siteUrl: string): RequestHandler {
  return (request, _response, next) => {
    if (requestSite(request, siteUrl) === 'other') throw new SiteError('crossSite');
    next();
  };
}

/** Site of the page that sent a request: by `Sec-Fetch-Site` (https://www.w3.org/TR/fetch-metadata/), else by `Origin`. */
export function requestSite(request: Request, siteUrl: string): 'own' | 'other' | 'unknown' {
  switch (request.get('Sec-Fetch-Site')) {
    case 'same-origin':
    case 'none':
      return 'own';
    case 'cross-site':
      return 'other';
  }
  const origin = request.get('Origin');
  if (origin === undefined) return 'unknown';
  return isOwn(origin, request, siteUrl) ? 'own' : 'other';
}

/** Ignores the scheme: a proxy may terminate TLS. */
function isOwn(origin: string, request: Request, siteUrl: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { host } = new URL(origin);
  return host !== '' && [new URL(siteUrl).host, request.get('Host')?.toLowerCase()].includes(host);
}

/**
 * Name of a cookie that no other site of the domain uses. `__Host-`: browsers accept it from this host only, with `Path=/`
 * (RFC 6265bis, section 4.1.3.2).
 */
export const cookieName = (name: string, isSecure: boolean): string =>
  `${isSecure ? '__Host-' : 'plinth-'}${name}`;

/** Values of the cookies of a name, as sent. */
export const cookieValues = ({ headers }: Request, name: string): string[] =>
  (headers.cookie ?? '')
    .split(/; */u)
    .filter((cookie) => cookie.startsWith(`${name}=`))
    .map((cookie) => cookie.slice(name.length + 1));
