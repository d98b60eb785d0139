import type { Request, RequestHandler } from 'express';
import { Failure } from '../failures.ts';

/**
 * Refuses a POST that comes from another site, before its body is read: by `Sec-Fetch-Site`, else by the host of `Origin`
 * (Fetch Metadata, https://www.w3.org/TR/fetch-metadata/). Where the browser sends neither, the form's token must tell.
 */
export function refuseCrossSite(siteUrl: string): RequestHandler {
  const siteHost = new URL(siteUrl).host;
  return (request, _response, next) => {
    const origin = request.get('Origin');
    switch (request.get('Sec-Fetch-Site')) {
      case 'same-origin':
      case 'none':
        return next();
      case 'cross-site':
        throw new Failure('crossSite');
    }
    if (origin === undefined) request.form.isTokenNeeded = true;
    else if (!isOwn(origin, request, siteHost)) throw new Failure('crossSite');
    next();
  };
}

/** The scheme is not compared: a proxy may have ended TLS. */
function isOwn(origin: string, request: Request, siteHost: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { host } = new URL(origin);
  return host !== '' && [siteHost, request.get('Host')?.toLowerCase()].includes(host);
}
