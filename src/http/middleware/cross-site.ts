import type { Request, RequestHandler } from 'express';
import { Failure } from '../../lib/failures.ts';

/** Refuses what a page of another site asks for or sends, as far as the browser says so, before a body is read. */
export function refuseForeign(siteUrl: string): RequestHandler {
  return (request, _response, next) => {
    if (cameFrom(request, siteUrl) === 'elsewhere') throw new Failure('crossSite');
    next();
  };
}

/**
 * Where a request comes from: by `Sec-Fetch-Site`, else by the host of `Origin` (Fetch Metadata,
 * https://www.w3.org/TR/fetch-metadata/).
 */
export function cameFrom(request: Request, siteUrl: string): 'here' | 'elsewhere' | 'unknown' {
  switch (request.get('Sec-Fetch-Site')) {
    case 'same-origin':
    case 'none':
      return 'here';
    case 'cross-site':
      return 'elsewhere';
  }
  const origin = request.get('Origin');
  if (origin === undefined) return 'unknown';
  return isOwn(origin, request, siteUrl) ? 'here' : 'elsewhere';
}

/** The scheme is not compared: a proxy may have ended TLS. */
function isOwn(origin: string, request: Request, siteUrl: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { host } = new URL(origin);
  return host !== '' && [new URL(siteUrl).host, request.get('Host')?.toLowerCase()].includes(host);
}
