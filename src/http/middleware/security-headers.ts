import { createHash } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';
import { FIRST_VIEWS, GUARD_SCRIPT, type SiteAssets } from '../../../views/document.model.ts';

/** Browser features that no page of this site uses. */
const PERMISSIONS =
  'accelerometer=(), camera=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()';

/** The headers of `securityHeaderList` for answers of the app. */
export function securityHeaders(headers: string[]): RequestHandler {
  return (_request, response, next) => {
    for (let at = 0; at < headers.length; at += 2)
      response.setHeader(headers[at] ?? '', headers[at + 1] ?? '');
    next();
  };
}

/**
 * Headers of every answer, as names and values in turn. The styles of the first view are the only ones inside pages, and
 * the reload guard the only script: the policy names them by their hashes.
 */
export function securityHeaderList(siteUrl: string, assets: SiteAssets): string[] {
  const list = ['Permissions-Policy', PERMISSIONS];
  const response = {
    setHeader: (name: string, value: string) => list.push(name, value),
    removeHeader: () => undefined,
  };
  helmetOf(siteUrl, assets)({} as Request, response as unknown as Response, () => undefined);
  return list;
}

/** How a policy names what stands inside a page (CSP 3, section 2.3.1). */
export const hashSource = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const helmetOf = (siteUrl: string, assets: SiteAssets) =>
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
    strictTransportSecurity: siteUrl.startsWith('https:') ? undefined : false,
  });
