import { createHash } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';
import { FIRST_VIEWS, GUARD_SCRIPT, type SiteAssets } from '../../../views/document.model.ts';

/** Browser features that no page of this site uses. */
const PERMISSIONS =
  'accelerometer=(), camera=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()';

const RESOURCE_POLICY = 'Cross-Origin-Resource-Policy';

/** Files, pictures and built assets may be shown by other sites; pages may not. */
export const FOR_ALL_ORIGINS = { [RESOURCE_POLICY]: 'cross-origin' };

export const forAllOrigins = (headers: readonly string[]): string[] =>
  headers.map((value, at) => (headers[at - 1] === RESOURCE_POLICY ? 'cross-origin' : value));

/** Sets the headers of `securityHeaderList` on responses of the app. */
export function securityHeaders(headers: string[]): RequestHandler {
  return (_request, response, next) => {
    for (let at = 0; at < headers.length; at += 2)
      response.setHeader(headers[at] ?? '', headers[at + 1] ?? '');
    next();
  };
}

/**
 * Headers of every response, as names and values in turn. The Content-Security-Policy allows the inline styles of the first view
 * and the reload guard by their hashes.
 */
export function securityHeaderList(
  siteUrl: string,
  assets: SiteAssets,
  hasHttpsSubdomains = false,
): string[] {
  const list = ['Permissions-Policy', PERMISSIONS];
  const response = {
    setHeader: (name: string, value: string) => list.push(name, value),
    removeHeader: () => undefined,
  };
  helmetOf(siteUrl, assets, hasHttpsSubdomains)(
    {} as Request,
    response as unknown as Response,
    () => undefined,
  );
  return list;
}

/** Source expression of an inline style or script (CSP 3, section 2.3.1). */
export const hashSource = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const helmetOf = (siteUrl: string, assets: SiteAssets, includeSubDomains: boolean) =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", hashSource(assets[GUARD_SCRIPT] ?? '')],
        styleSrc: ["'self'", ...Object.values(FIRST_VIEWS).map((name) => hashSource(assets[name] ?? ''))],
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
    strictTransportSecurity: siteUrl.startsWith('https:') && { includeSubDomains },
  });
