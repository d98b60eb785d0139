import type { Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';

/** Browser features that no page of this site uses. */
const PERMISSIONS =
  'accelerometer=(), camera=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()';

/** Headers of every answer. No inline script or style stands in any page, so the policy needs no exception. */
export function securityHeaders(siteUrl: string): RequestHandler {
  const headers = securityHeaderList(siteUrl);
  return (_request, response, next) => {
    for (let at = 0; at < headers.length; at += 2)
      response.setHeader(headers[at] ?? '', headers[at + 1] ?? '');
    next();
  };
}

/** The same headers as names and values in turn, for cached answers. */
export function securityHeaderList(siteUrl: string): string[] {
  const list = ['Permissions-Policy', PERMISSIONS];
  const response = {
    setHeader: (name: string, value: string) => list.push(name, value),
    removeHeader: () => undefined,
  };
  helmetOf(siteUrl)({} as Request, response as unknown as Response, () => undefined);
  return list;
}

const helmetOf = (siteUrl: string) =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'"],
        connectSrc: ["'self'"],
        mediaSrc: ["'self'"],
        manifestSrc: ["'self'"],
        formAction: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'self'"],
      },
    },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: siteUrl.startsWith('https:') ? undefined : false,
  });
