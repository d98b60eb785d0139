import type { Request, RequestHandler } from 'express';
import { Failure } from '../failures.ts';

/**
 * Refuses a POST that comes from another site, before its body is read. Where the browser does not say where it comes from,
 * the form's token must tell.
 */
export function refuseCrossSite(siteUrl: string): RequestHandler {
  const cameFrom = createCameFrom(siteUrl);
  return (request, _response, next) => {
    const from = cameFrom(request);
    if (from === 'elsewhere') throw new Failure('crossSite');
    request.form.isTokenNeeded = from === 'unknown';
    next();
  };
}

/** Refuses what a page of another site asks for, as far as the browser says so. */
export function refuseForeign(siteUrl: string): RequestHandler {
  const cameFrom = createCameFrom(siteUrl);
  return (request, _response, next) => {
    if (cameFrom(request) === 'elsewhere') throw new Failure('crossSite');
    next();
  };
}

/**
 * Where a request comes from: by `Sec-Fetch-Site`, else by the host of `Origin` (Fetch Metadata,
 * https://www.w3.org/TR/fetch-metadata/).
 */
function createCameFrom(siteUrl: string) {
  const siteHost = new URL(siteUrl).host;
  return (request: Request): 'here' | 'elsewhere' | 'unknown' => {
    switch (request.get('Sec-Fetch-Site')) {
      case 'same-origin':
      case 'none':
        return 'here';
      case 'cross-site':
        return 'elsewhere';
    }
    const origin = request.get('Origin');
    if (origin === undefined) return 'unknown';
    return isOwn(origin, request, siteHost) ? 'here' : 'elsewhere';
  };
}

/** The scheme is not compared: a proxy may have ended TLS. */
function isOwn(origin: string, request: Request, siteHost: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { host } = new URL(origin);
  return host !== '' && [siteHost, request.get('Host')?.toLowerCase()].includes(host);
}
