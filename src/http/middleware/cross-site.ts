import type { Request, RequestHandler } from 'express';
import { SiteError } from '../../lib/failures.ts';

/** Rejects requests from pages of other sites before reading a body. */
export function rejectCrossSite(siteUrl: string): RequestHandler {
  return (request, _response, next) => {
    if (findRequestingSite(request, siteUrl) === 'other') throw new SiteError('crossSite');
    next();
  };
}

/** Uses `Sec-Fetch-Site` (https://www.w3.org/TR/fetch-metadata/), otherwise `Origin`. */
export function findRequestingSite(request: Request, siteUrl: string): 'own' | 'other' | 'unknown' {
  switch (request.get('Sec-Fetch-Site')) {
    case 'same-origin':
    case 'none':
      return 'own';
    case 'cross-site':
      return 'other';
  }
  const origin = request.get('Origin');
  if (origin === undefined) return 'unknown';
  return isOwnOrigin(origin, request, siteUrl) ? 'own' : 'other';
}

/** Ignores the scheme: a proxy may terminate TLS. */
function isOwnOrigin(origin: string, request: Request, siteUrl: string): boolean {
  const host = URL.parse(origin)?.host;
  return !!host && [new URL(siteUrl).host, request.get('Host')?.toLowerCase()].includes(host);
}
