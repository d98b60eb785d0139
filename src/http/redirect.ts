import type { Request, Response } from 'express';
import { encodePath } from '../content/links.ts';
import { addressOf, requestedPath } from './middleware/address.ts';

/** Headers of a redirect that depends on content. */
export const REVALIDATED = { 'Cache-Control': 'no-cache' };

/**
 * Redirects to the canonical address if the request has a trailing slash or another case. Returns whether it did. Percent
 * escapes are not compared: proxies rewrite them, and a redirect could loop.
 */
export function redirectToCanonical(path: string, request: Request, response: Response): boolean {
  const address = addressOf(request);
  const isPrefixExact = address.prefix === address.prefix.toLowerCase();
  const requested = encodePath(address.segments, address.language);
  if (requested === path && isPrefixExact && !address.hasTrailingSlash) return false;
  response.set(REVALIDATED).redirect(308, `${requestedPath(path, address)}${address.search}`);
  return true;
}
