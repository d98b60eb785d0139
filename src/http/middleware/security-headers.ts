import { createHash } from 'node:crypto';
import type { RequestHandler } from 'express';
import { FIRST_VIEWS, GUARD_SCRIPT, type SiteAssets } from '../../../views/document.model.ts';
import { usesHttps } from './cookies.ts';

/** Browser features that no page of this site uses. */
const PERMISSIONS =
  'accelerometer=(), camera=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()';

const RESOURCE_POLICY = 'Cross-Origin-Resource-Policy';

/** Allows other sites to embed files, images and built assets, but not pages. */
export const FOR_ALL_ORIGINS = { [RESOURCE_POLICY]: 'cross-origin' };

export const forAllOrigins = (headers: readonly string[]): string[] =>
  headers.map((value, at) => (headers[at - 1] === RESOURCE_POLICY ? 'cross-origin' : value));

export function securityHeaders(headers: string[]): RequestHandler {
  return (_request, response, next) => {
    for (let at = 0; at < headers.length; at += 2)
      response.setHeader(headers[at] ?? '', headers[at + 1] ?? '');
    next();
  };
}

/**
 * Returns the headers of every response as alternating names and values. The Content-Security-Policy allows the inline styles of
 * the first view and the reload guard by their hashes.
 */
export function securityHeaderList(
  siteUrl: string,
  assets: SiteAssets,
  hasHttpsSubdomains = false,
): string[] {
  const styles = Object.values(FIRST_VIEWS).map((name) => hashSource(assets[name] ?? ''));
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${hashSource(assets[GUARD_SCRIPT] ?? '')}`,
    `style-src 'self' ${styles.join(' ')}`,
    ...['img-src', 'connect-src', 'media-src', 'manifest-src', 'form-action'].map((name) => `${name} 'self'`),
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ];
  const headers = {
    'Permissions-Policy': PERMISSIONS,
    'Content-Security-Policy': policy.join(';'),
    'Cross-Origin-Opener-Policy': 'same-origin',
    [RESOURCE_POLICY]: 'same-origin',
    'Origin-Agent-Cluster': '?1',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    ...(usesHttps(siteUrl) && {
      'Strict-Transport-Security': `max-age=31536000${hasHttpsSubdomains ? '; includeSubDomains' : ''}`,
    }),
    'X-Content-Type-Options': 'nosniff',
    'X-DNS-Prefetch-Control': 'off',
    'X-Download-Options': 'noopen',
    'X-Frame-Options': 'SAMEORIGIN',
    'X-Permitted-Cross-Domain-Policies': 'none',
    'X-XSS-Protection': '0',
  };
  return Object.entries(headers).flat();
}

/** Returns the source expression of an inline style or script (CSP 3, section 2.3.1). */
export const hashSource = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
