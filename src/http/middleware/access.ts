import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import { SiteError } from '../../lib/failures.ts';

/** Rejects all other methods with 405 and `Allow`. */
export const allowMethods =
  (...methods: string[]): RequestHandler =>
  (request, response, next) => {
    if (methods.includes(request.method)) return next();
    response.set('Allow', methods.join(', '));
    throw new SiteError('methodNotAllowed');
  };

export const readOnly = allowMethods('GET', 'HEAD');

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares the request's token in constant time. Returns false if no token is configured. */
export function hasBearerToken(request: Request, token: string | undefined): boolean {
  const [, sent] = /^Bearer +(\S+) *$/iu.exec(request.get('Authorization') ?? '') ?? [];
  return token !== undefined && sent !== undefined && timingSafeEqual(digest(sent), digest(token));
}

/** Rejects requests from pages of other sites before reading a body. */
export function rejectCrossSite(siteUrl: string): RequestHandler {
  return (request, _response, next) => {
    if (requestSite(request, siteUrl) === 'other') throw new SiteError('crossSite');
    next();
  };
}

/**
 * Determines the site of the page that sent a request: by `Sec-Fetch-Site` (https://www.w3.org/TR/fetch-metadata/), otherwise by
 * `Origin`.
 */
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

/** Ignores the scheme, because a proxy may terminate TLS. */
function isOwn(origin: string, request: Request, siteUrl: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { host } = new URL(origin);
  return host !== '' && [new URL(siteUrl).host, request.get('Host')?.toLowerCase()].includes(host);
}

/**
 * Returns the name of a cookie that no other site of the domain can set. `__Host-`: browsers accept it only from this host, with
 * `Path=/` (RFC 6265bis, section 4.1.3.2).
 */
export const cookieName = (name: string, isSecure: boolean): string =>
  `${isSecure ? '__Host-' : 'plinth-'}${name}`;

/** Returns the values of all cookies with a name, as sent. */
export const cookieValues = ({ headers }: Pick<Request, 'headers'>, name: string): string[] =>
  (headers.cookie ?? '')
    .split(/; */u)
    .filter((cookie) => cookie.startsWith(`${name}=`))
    .map((cookie) => cookie.slice(name.length + 1));
